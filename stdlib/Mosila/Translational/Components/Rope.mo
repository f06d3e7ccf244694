within Mosila.Translational.Components;
model Rope "Rope: both sides come no further apart than its length"
  extends Interfaces.CompliantWithSpeed;
  extends Structural.Contact;
  parameter SI.Length length = 1 "Length when taut";
equation
  gap = length - s_rel;
  across = -v_rel;
  through = f;
  annotation(Documentation(info="<html>
<p>Slack it has no force; when it becomes taut, an impulse takes away the relative velocity.</p>
</html>"));
end Rope;

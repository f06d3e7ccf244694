within Mosila.Rotational.Components;
model Stop "Hard stop: the relative angle becomes no smaller than a limit"
  extends Interfaces.CompliantWithSpeed;
  extends Structural.Contact;
  parameter SI.Angle phi_min = 0 "Smallest relative angle";
equation
  gap = phi_rel - phi_min;
  across = w_rel;
  through = -tau;
  annotation(Documentation(info="<html>
<p>When both sides touch, an impulse takes away their relative speed. They stay together while they are pressed and part when they
are pulled.</p>
</html>"));
end Stop;

within Mosila.Rotational.Components;
model OneWayClutch "Freewheel"
  extends Interfaces.CompliantWithSpeed;
  extends Structural.OneWay;
equation
  across = -w_rel;
  through = -tau;
  annotation(Documentation(info="<html>
<p>flange_b may turn faster than flange_a, never slower: then both turn as one.</p>
</html>"));
end OneWayClutch;

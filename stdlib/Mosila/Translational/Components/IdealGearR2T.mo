within Mosila.Translational.Components;
model IdealGearR2T "Wheel on a rail, rack and pinion: rotation to translation"
  parameter Real ratio(unit="rad/m") = 1 "Angle per position: 1/radius";
  Rotational.Interfaces.Flange_a flangeR "Shaft";
  Interfaces.Flange_b flangeT "Rail";
equation
  flangeR.phi = ratio*flangeT.s;
  0 = ratio*flangeR.tau + flangeT.f;
  annotation(Documentation(info="<html>
<p>Without inertia and losses; the housing is fixed.</p>
</html>"));
end IdealGearR2T;

within Mosila.Rotational.Components;
model ElastoBacklash "Spring and damper with play"
  extends Interfaces.CompliantWithSpeed;
  parameter SI.RotationalSpringConstant c(min=0) = 1e5 "Stiffness where the flanks touch";
  parameter SI.RotationalDampingConstant d(min=0) = 1 "Damping where the flanks touch";
  parameter SI.Angle b(min=0) = 0 "Whole play";
  parameter SI.Angle phi_rel0 = 0 "Relative angle in the middle of the play";
protected
  SI.Angle beyond "How deep the flanks are pressed into each other, with sign";
  SI.Torque pressed "Torque of spring and damper";
equation
  beyond =
    if phi_rel - phi_rel0 > b/2 then phi_rel - phi_rel0 - b/2
    elseif phi_rel - phi_rel0 < -b/2 then phi_rel - phi_rel0 + b/2 else 0;
  pressed = c*beyond + d*w_rel;
  tau = if beyond > 0 then max(0, pressed) elseif beyond < 0 then min(0, pressed) else 0;
  annotation(Documentation(info="<html>
<p>Within the play there is no torque. The flanks push and never pull, also when the damper would.</p>
</html>"));
end ElastoBacklash;

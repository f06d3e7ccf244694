within Mosila.Rotational.Components;
model Clutch "Friction clutch"
  extends Interfaces.CompliantWithSpeed;
  extends Structural.StickSlip(capacity=mu*cgeo*fn_max*f_normalized);
  parameter SI.CoefficientOfFriction mu(min=0) = 0.5 "Coefficient of friction";
  parameter Real cgeo(min=0, unit="m") = 1 "Torque per friction force: number of surfaces times mean radius";
  parameter SI.Force fn_max(min=0) = 1 "Largest normal force";
  Blocks.Interfaces.RealInput f_normalized "Normal force divided by fn_max, 0 to 1";
  SI.Power lossPower "Heat that it makes";
equation
  across = w_rel;
  through = tau;
  lossPower = tau*w_rel;
  annotation(Documentation(info="<html>
<p>Without normal force it is open. While it slips the torque is mu*cgeo*fn; when the speeds have become equal both sides turn as
one, with a state less, until the torque exceeds what the friction can hold.</p>
</html>"));
end Clutch;

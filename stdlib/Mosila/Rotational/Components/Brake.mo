within Mosila.Rotational.Components;
model Brake "Friction brake"
  extends Interfaces.TwoFlanges;
  extends Structural.StickSlip(capacity=mu*cgeo*fn_max*f_normalized);
  parameter SI.CoefficientOfFriction mu(min=0) = 0.5 "Coefficient of friction";
  parameter Real cgeo(min=0, unit="m") = 1 "Torque per friction force: number of surfaces times mean radius";
  parameter SI.Force fn_max(min=0) = 1 "Largest normal force";
  Blocks.Interfaces.RealInput f_normalized "Normal force divided by fn_max, 0 to 1";
  SI.Angle phi(start=0) "Angle";
  SI.AngularVelocity w(start=0) "Angular velocity";
  SI.Torque tau "Brake torque";
  SI.Power lossPower "Heat that it makes";
equation
  phi = flange_a.phi;
  phi = flange_b.phi;
  w = der(phi);
  across = w;
  through = tau;
  0 = flange_a.tau + flange_b.tau - tau;
  lossPower = tau*w;
  annotation(Documentation(info="<html>
<p>Brakes against the housing. When the shaft has come to rest it is held, until the torque exceeds what the friction can
hold.</p>
</html>"));
end Brake;

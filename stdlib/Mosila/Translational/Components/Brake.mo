within Mosila.Translational.Components;
model Brake "Friction brake"
  extends Interfaces.OneSlider;
  extends Structural.StickSlip(capacity=mu*cgeo*fn_max*f_normalized);
  parameter SI.CoefficientOfFriction mu(min=0) = 0.5 "Coefficient of friction";
  parameter Real cgeo(min=0) = 1 "Number of friction surfaces";
  parameter SI.Force fn_max(min=0) = 1 "Largest normal force";
  Blocks.Interfaces.RealInput f_normalized "Normal force divided by fn_max, 0 to 1";
  SI.Power lossPower "Heat that it makes";
equation
  across = v;
  through = f;
  lossPower = f*v;
  annotation(Documentation(info="<html>
<p>Brakes against the housing. What has come to rest is held until the force exceeds what the friction can hold.</p>
</html>"));
end Brake;

within Mosila.Blocks.Sources;
block BooleanStep "A Boolean that changes once"
  extends Interfaces.BooleanSO;
  parameter SI.Time startTime = 0 "When it changes";
  parameter Boolean startValue = false "What it is before";
equation
  y = if time >= startTime then not startValue else startValue;
  annotation(Documentation(info="<html>
<p>startValue before startTime, its opposite from then on.</p>
</html>"));
end BooleanStep;

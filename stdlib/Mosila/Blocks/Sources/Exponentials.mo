within Mosila.Blocks.Sources;
block Exponentials "Rises and falls like a charged and discharged capacitor"
  extends Interfaces.SignalSource;
  parameter Real outMax = 1 "What it would rise to";
  parameter SI.Duration riseTime(min=0) = 0.5 "How long it rises";
  parameter SI.Time riseTimeConstant(min=1e-12) = 0.1 "Time constant of the rise";
  parameter SI.Time fallTimeConstant(min=1e-12) = riseTimeConstant "Time constant of the fall";
protected
  parameter Real top = outMax*(1 - exp(-riseTime/riseTimeConstant));
equation
  y =
    offset
      + (if time < startTime then 0
      elseif time < startTime + riseTime then outMax*(1 - exp(-(time - startTime)/riseTimeConstant))
      else top*exp(-(time - startTime - riseTime)/fallTimeConstant));
  annotation(Documentation(info="<html>
<p>Rises exponentially for riseTime, then falls back exponentially to offset.</p>
</html>"));
end Exponentials;

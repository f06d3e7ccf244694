within Mosila.Blocks.Nonlinear;
block VariableLimiter "Limits a signal by others"
  extends Interfaces.SISO;
  Interfaces.RealInput limit1 "Upper limit";
  Interfaces.RealInput limit2 "Lower limit";
equation
  y = if u > limit1 then limit1 elseif u < limit2 then limit2 else u;
  annotation(Documentation(info="<html>
<p>The input within limits that are signals themselves.</p>
</html>"));
end VariableLimiter;

within Mosila.Blocks.Discrete;
block PID "Digital PID controller with limited output"
  extends Interfaces.DiscreteBlock;
  parameter Real k = 1 "Gain";
  parameter SI.Time Ti(min=1e-12) = 1 "Reset time";
  parameter SI.Time Td(min=0) = 0 "Rate time";
  parameter Real yMax = Constants.inf "Upper limit of the output";
  parameter Real yMin = -yMax "Lower limit of the output";
  Interfaces.RealInput u_s "Set point, read at the samples";
  Interfaces.RealInput u_m "Measured value, read at the samples";
  discrete Interfaces.RealOutput y(start=0, fixed=true) "Output, constant between samples";
  discrete Real integral(start=0, fixed=true) "Sum of the control errors";
protected
  discrete Real control_error(start=0, fixed=true);
  discrete Real last(start=0, fixed=true) "Measured value at the last sample";
  discrete Real free(start=0, fixed=true) "Output if there were no limits";
  Boolean first(start=true, fixed=true) "No sample yet";
equation
  when sampled then
    control_error = u_s - u_m;
    last = u_m;
    free =
      k*(control_error + pre(integral) + control_error*samplePeriod/Ti
          - (if pre(first) then 0 else Td*(u_m - pre(last))/samplePeriod));
    y = max(yMin, min(yMax, free));
    integral = pre(integral) + (if y == free then control_error*samplePeriod/Ti else 0);
    first = false;
  end when;
  annotation(Documentation(info="<html>
<p>The derivative is that of the measured value. At a limit the integral rests.</p>
</html>"));
end PID;

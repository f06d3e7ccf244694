within Mosila.Blocks.Nonlinear;
block Quantizer "Rounds a signal to whole steps, as an encoder or a converter does"
  extends Interfaces.SISO;
  parameter Real resolution(min=1e-300) = 0.1 "Size of a step";
equation
  y = resolution*floor(u/resolution + 0.5);
  annotation(Documentation(info="<html>
<p>The nearest multiple of the resolution; each step is an event.</p>
</html>"));
end Quantizer;

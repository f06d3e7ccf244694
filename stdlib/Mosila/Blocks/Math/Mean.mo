within Mosila.Blocks.Math;
block Mean "Mean over each period"
  extends Interfaces.SISO;
  parameter SI.Frequency f = 50 "Periods per second";
protected
  Real x(start=0, fixed=true) "Integral since then";
  discrete Real mean(start=0, fixed=true) "Mean of the last period";
equation
  der(x) = u;
  when sample(1/f, 1/f) then
    mean = f*pre(x);
    reinit(x, 0);
  end when;
  y = mean;
  annotation(Documentation(info="<html>
<p>The mean of the input over the last full period; zero in the first one.</p>
</html>"));
end Mean;

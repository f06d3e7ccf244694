within Mosila.Blocks.Math;
block RootMeanSquare "Root of the mean square over each period"
  extends Interfaces.SISO;
  parameter SI.Frequency f = 50 "Periods per second";
protected
  Real x(start=0, fixed=true) "Integral of the square";
  discrete Real root(start=0, fixed=true) "Of the last period";
equation
  der(x) = u^2;
  when sample(1/f, 1/f) then
    root = sqrt(f*pre(x));
    reinit(x, 0);
  end when;
  y = root;
  annotation(Documentation(info="<html>
<p>The effective value of the input over the last full period; zero in the first one.</p>
</html>"));
end RootMeanSquare;

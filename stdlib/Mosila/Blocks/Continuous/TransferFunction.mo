within Mosila.Blocks.Continuous;
block TransferFunction "Transfer function with any number of poles"
  extends Interfaces.SISO;
  parameter Real b[:] = {1} "Coefficients of the numerator, highest power first";
  parameter Real a[:] = {1, 1} "Coefficients of the denominator, highest power first";
  parameter Real x_start[size(a, 1) - 1] = zeros(size(a, 1) - 1) "States at the start";
  Real x[size(a, 1) - 1](start=x_start, each fixed=true) "States of the controllable form, the last integrated once";
protected
  parameter Integer n = size(a, 1) - 1;
  parameter Real b_full[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)
      "Numerator with as many coefficients as the denominator";
  parameter Real d = b_full[1]/a[1] "Direct part";
equation
  der(x[1]) = (u - a[2:n + 1]*x)/a[1];
  der(x[2:n]) = x[1:n - 1];
  y = (b_full[2:n + 1] - d*a[2:n + 1])*x + d*u;
  annotation(Documentation(info="<html>
<p>y = (b[1]*s^m + ... + b[m+1])/(a[1]*s^n + ... + a[n+1])*u; the numerator must not be longer than the denominator.</p>
</html>"));
end TransferFunction;

within Mosila.Blocks.Discrete;
block TransferFunction "Pulse transfer function"
  extends Interfaces.DiscreteSISO;
  parameter Real b[:] = {1} "Coefficients of the numerator, highest power of z first";
  parameter Real a[:] = {1, 0} "Coefficients of the denominator, highest power of z first";
  discrete Real x[size(a, 1) - 1](each start=0, each fixed=true) "Past values, the youngest first";
protected
  parameter Integer n = size(a, 1) - 1;
  parameter Real b_full[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)
      "Numerator with as many coefficients as the denominator";
  discrete Real newest(start=0, fixed=true) "What enters the chain of past values";
equation
  when sampled then
    newest = (u - a[2:n + 1]*pre(x))/a[1];
    x = cat(1, {newest}, pre(x[1:n - 1]));
    y = b_full[1]*newest + b_full[2:n + 1]*pre(x);
  end when;
  annotation(Documentation(info="<html>
<p>y = (b[1]*z^m + ... + b[m+1])/(a[1]*z^n + ... + a[n+1])*u with n at least 1; the numerator must not be longer than the
denominator.</p>
</html>"));
end TransferFunction;

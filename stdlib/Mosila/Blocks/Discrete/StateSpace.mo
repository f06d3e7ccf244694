within Mosila.Blocks.Discrete;
block StateSpace "Sampled linear system in state space"
  extends Interfaces.DiscreteBlock;
  parameter Real A[:, size(A, 1)] = [-1] "System matrix";
  parameter Real B[size(A, 1), :] = [1] "Input matrix";
  parameter Real C[:, size(A, 1)] = [1] "Output matrix";
  parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Direct matrix";
  Interfaces.RealInput u[size(B, 2)] "Inputs, read at the samples";
  discrete Interfaces.RealOutput y[size(C, 1)](each start=0, each fixed=true) "Outputs";
  discrete Real x[size(A, 1)](each start=0, each fixed=true) "States for the next sample";
equation
  when sampled then
    x = A*pre(x) + B*u;
    y = C*pre(x) + D*u;
  end when;
  annotation(Documentation(info="<html>
<p>x(n+1) = A*x(n) + B*u(n), y(n) = C*x(n) + D*u(n).</p>
</html>"));
end StateSpace;

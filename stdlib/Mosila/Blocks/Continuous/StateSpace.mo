within Mosila.Blocks.Continuous;
block StateSpace "Linear system in state space"
  extends Interfaces.MIMO(final nin=size(B, 2), final nout=size(C, 1));
  parameter Real A[:, size(A, 1)] = [-1] "System matrix";
  parameter Real B[size(A, 1), :] = [1] "Input matrix";
  parameter Real C[:, size(A, 1)] = [1] "Output matrix";
  parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Direct matrix";
  parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "States at the start";
  Real x[size(A, 1)](start=x_start, each fixed=true) "States";
equation
  der(x) = A*x + B*u;
  y = C*x + D*u;
  annotation(Documentation(info="<html>
<p>der(x) = A*x + B*u, y = C*x + D*u.</p>
</html>"));
end StateSpace;

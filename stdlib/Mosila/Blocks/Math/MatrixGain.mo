within Mosila.Blocks.Math;
block MatrixGain "A vector of inputs times a matrix"
  extends Interfaces.MIMO(final nin=size(K, 2), final nout=size(K, 1));
  parameter Real K[:, :] = [1, 0; 0, 1] "Matrix";
equation
  y = K*u;
  annotation(Documentation(info="<html>
<p>y = K*u.</p>
</html>"));
end MatrixGain;

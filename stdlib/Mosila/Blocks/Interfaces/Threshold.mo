within Mosila.Blocks.Interfaces;
partial block Threshold "Compares a Real signal with a threshold"
  parameter Real threshold = 0 "What the input is compared with";
  RealInput u "Input";
  BooleanOutput y "Whether the comparison holds";
  annotation(Documentation(info="<html>
<p>Base of blocks that make a Boolean of a Real.</p>
</html>"));
end Threshold;

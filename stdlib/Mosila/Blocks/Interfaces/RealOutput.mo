within Mosila.Blocks.Interfaces;
connector RealOutput = output Real "A Real signal that goes out" annotation(Documentation(info="<html>
<p>May be connected to any number of RealInputs.</p>
</html>"));

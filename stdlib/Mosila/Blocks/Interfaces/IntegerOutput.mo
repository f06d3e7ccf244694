within Mosila.Blocks.Interfaces;
connector IntegerOutput = output Integer "An Integer signal that goes out" annotation(Documentation(info="<html>
<p>May be connected to any number of IntegerInputs.</p>
</html>"));

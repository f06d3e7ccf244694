within Mosila.Blocks.Interfaces;
connector BooleanOutput = output Boolean "A Boolean signal that goes out" annotation(Documentation(info="<html>
<p>May be connected to any number of BooleanInputs.</p>
</html>"));

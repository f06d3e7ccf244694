within Mosila.Blocks.Interfaces;
connector IntegerInput = input Integer "An Integer signal that comes in" annotation(Documentation(info="<html>
<p>Is connected to one IntegerOutput, or given a value by a modifier.</p>
</html>"));

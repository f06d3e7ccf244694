within Mosila.Blocks.Interfaces;
connector BooleanInput = input Boolean "A Boolean signal that comes in" annotation(Documentation(info="<html>
<p>Is connected to one BooleanOutput, or given a value by a modifier.</p>
</html>"));

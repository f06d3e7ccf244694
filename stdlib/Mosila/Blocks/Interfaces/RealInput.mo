within Mosila.Blocks.Interfaces;
connector RealInput = input Real "A Real signal that comes in" annotation(Documentation(info="<html>
<p>Is connected to one RealOutput, or given a value by a modifier.</p>
</html>"));

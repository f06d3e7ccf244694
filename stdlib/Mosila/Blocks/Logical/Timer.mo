within Mosila.Blocks.Logical;
block Timer "How long the input has been true"
  Interfaces.BooleanInput u "Input";
  Interfaces.RealOutput y(unit="s") "Time since u became true; 0 while it is false";
protected
  discrete SI.Time begin(start=0, fixed=true) "When u became true";
equation
  when {u, initial()} then
    begin = time;
  end when;
  y = if u then time - begin else 0;
  annotation(Documentation(info="<html>
<p>Starts from zero each time the input becomes true.</p>
</html>"));
end Timer;

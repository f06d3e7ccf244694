within Mosila.Electrical.Switched;
model Switch "Exactly ideal switch"
  extends Interfaces.OnePort;
  extends Structural.Lock(closed=control);
  Blocks.Interfaces.BooleanInput control "Closed while true";
equation
  across = v;
  through = i;
  annotation(Documentation(info="<html>
<p>Closed it has no voltage, open no current.</p>
</html>"));
end Switch;

within Mosila.Electrical.Converters;
model FullBridge "Full bridge of ideal switches"
  Interfaces.PositivePin dc_p "Positive pin of the supply";
  Interfaces.NegativePin dc_n "Negative pin of the supply";
  Interfaces.PositivePin p "Positive pin of the load";
  Interfaces.NegativePin n "Negative pin of the load";
  parameter SI.Resistance Ron(min=0) = 0 "Resistance of a switch that is on";
  Blocks.Interfaces.BooleanInput high_p "Whether p is switched to dc_p, else to dc_n";
  Blocks.Interfaces.BooleanInput high_n "Whether n is switched to dc_p, else to dc_n";
  SI.Voltage v = p.v - n.v "Voltage of the load";
equation
  p.v = (if high_p then dc_p.v else dc_n.v) + Ron*p.i;
  n.v = (if high_n then dc_p.v else dc_n.v) + Ron*n.i;
  dc_p.i = -(if high_p then p.i else 0) - (if high_n then n.i else 0);
  dc_n.i = -(if high_p then 0 else p.i) - (if high_n then 0 else n.i);
  annotation(Documentation(info="<html>
<p>In each leg one of two switches is on and conducts in both directions; the current of the load may have any sign.</p>
</html>"));
end FullBridge;

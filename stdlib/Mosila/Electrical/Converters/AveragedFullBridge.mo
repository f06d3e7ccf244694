within Mosila.Electrical.Converters;
model AveragedFullBridge "Full bridge, averaged over a period"
  Interfaces.PositivePin dc_p "Positive pin of the supply";
  Interfaces.NegativePin dc_n "Negative pin of the supply";
  Interfaces.PositivePin p "Positive pin of the load";
  Interfaces.NegativePin n "Negative pin of the load";
  Blocks.Interfaces.RealInput d "Duty cycle, -1 to 1";
  SI.Voltage v = p.v - n.v "Voltage of the load";
protected
  Real d_p = max(0, d) "How long the positive leg is high, per period";
  Real d_n = max(0, -d) "How long the negative leg is high, per period";
equation
  p.v = d_p*dc_p.v + (1 - d_p)*dc_n.v;
  n.v = d_n*dc_p.v + (1 - d_n)*dc_n.v;
  dc_p.i = -d_p*p.i - d_n*n.i;
  dc_n.i = -(1 - d_p)*p.i - (1 - d_n)*n.i;
  annotation(Documentation(info="<html>
<p>The mean of what the switched bridge does: the load has d times the supply voltage, the supply d times the current of the
load.</p>
</html>"));
end AveragedFullBridge;

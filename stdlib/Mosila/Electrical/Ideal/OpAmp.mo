within Mosila.Electrical.Ideal;
model OpAmp "Operational amplifier with finite gain and limits of the output"
  parameter Real Slope = 1e5 "Gain";
  parameter SI.Voltage VMax = 15 "Highest output voltage";
  parameter SI.Voltage VMin = -VMax "Lowest output voltage";
  Interfaces.PositivePin in_p "Positive input";
  Interfaces.NegativePin in_n "Negative input";
  Interfaces.PositivePin out "Output";
  SI.Voltage v_in "Voltage between the inputs";
protected
  SI.Voltage s(start=0)
      "Along the characteristic: output voltage within the limits, what the input exceeds them by beyond";
equation
  v_in = in_p.v - in_n.v;
  in_p.i = 0;
  in_n.i = 0;
  out.v = if s > VMax then VMax elseif s < VMin then VMin else s;
  v_in = if s > VMax then VMax/Slope + s - VMax elseif s < VMin then VMin/Slope + s - VMin else s/Slope;
  annotation(Documentation(info="<html>
<p>The output is Slope times the voltage between the inputs, within its limits.</p>
</html>"));
end OpAmp;

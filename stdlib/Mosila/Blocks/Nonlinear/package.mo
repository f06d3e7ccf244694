within Mosila.Blocks;
package Nonlinear "Limits, dead zone, relay, backlash, delays"
  annotation(Documentation(info="<html>
<p>Blocks whose output is not proportional to the input. Where they switch is found as an event.</p>
</html>"));
end Nonlinear;

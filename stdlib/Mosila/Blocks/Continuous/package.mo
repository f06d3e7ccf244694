within Mosila.Blocks;
package Continuous "Blocks with continuous states"
  annotation(Documentation(info="<html>
<p>Integrators, lags, transfer functions and controllers.</p>
</html>"));
end Continuous;

within Mosila.Electrical;
package Interfaces "Pins and common parts of electrical components"
  annotation(Documentation(info="<html>
<p>Two pins make a port; most components extend OnePort.</p>
</html>"));
end Interfaces;

within Mosila.Blocks;
package Interfaces "Connectors and common parts of blocks"
  annotation(Documentation(info="<html>
<p>Signals are Real, Integer or Boolean. The partial blocks have the inputs and outputs that most blocks share.</p>
</html>"));
end Interfaces;

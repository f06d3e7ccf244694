within Mosila;
package Blocks "Signal blocks: sources, dynamics, sampled systems, nonlinear and logical blocks"
  annotation(Documentation(info="<html>
<p>Blocks have inputs u and outputs y and are connected from output to input.</p>
</html>"));
end Blocks;

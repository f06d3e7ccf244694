within Mosila.Blocks;
package Logical "Blocks with Boolean signals"
  annotation(Documentation(info="<html>
<p>Logical operations, comparisons, flip-flops, timers and switches.</p>
</html>"));
end Logical;

within Mosila.Blocks;
package Discrete "Sampled blocks"
  annotation(Documentation(info="<html>
<p>Every samplePeriod the blocks read their input and set their output, which is then constant until the next sample. The samples
are met exactly.</p>
</html>"));
end Discrete;

within Mosila.Blocks.Interfaces;
partial block DiscreteSISO "A sampled block with one input and one output"
  extends DiscreteBlock;
  RealInput u "Continuous input, read at the samples";
  discrete RealOutput y(start=0, fixed=true) "Output, constant between samples";
  annotation(Documentation(info="<html>
<p>Base of sampled blocks; at a sample the input has its value just before, and the output takes its new value at once.</p>
</html>"));
end DiscreteSISO;

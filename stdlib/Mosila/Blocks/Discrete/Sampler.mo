within Mosila.Blocks.Discrete;
block Sampler "Samples a signal"
  extends Interfaces.DiscreteSISO;
equation
  when sampled then
    y = u;
  end when;
  annotation(Documentation(info="<html>
<p>The output is the input at the last sample.</p>
</html>"));
end Sampler;

within Mosila.Blocks.Discrete;
block ZeroOrderHold "Holds a sampled signal"
  extends Interfaces.DiscreteSISO;
protected
  discrete Real held(start=0, fixed=true) "Input at the last sample";
equation
  when sampled then
    held = u;
  end when;
  y = pre(held);
  annotation(Documentation(info="<html>
<p>As a Sampler, but the output follows one event iteration later, at the same time. So a loop of blocks that are sampled together
is no algebraic loop if one of them is a hold.</p>
</html>"));
end ZeroOrderHold;

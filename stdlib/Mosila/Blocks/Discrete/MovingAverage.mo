within Mosila.Blocks.Discrete;
block MovingAverage "Mean of the last samples"
  extends Interfaces.DiscreteSISO;
  parameter Integer n(min=1) = 4 "Number of samples";
protected
  discrete Real past[n](each start=0, each fixed=true) "The last samples, the youngest first";
equation
  when sampled then
    past = cat(1, {u}, pre(past[1:n - 1]));
    y = sum(past)/n;
  end when;
  annotation(Documentation(info="<html>
<p>Before n samples were taken the missing ones count as zero.</p>
</html>"));
end MovingAverage;

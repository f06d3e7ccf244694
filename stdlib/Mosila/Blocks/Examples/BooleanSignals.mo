within Mosila.Blocks.Examples;
model BooleanSignals "All sources of Boolean signals, and what counts them"
  Sources.BooleanConstant constant_(k=true);
  Sources.BooleanStep step(startTime=1, startValue=true);
  Sources.BooleanPulse pulse(width=25, period=1, startTime=0.5);
  Sources.BooleanTable table(table={0.5, 1.5, 2}, startValue=true);
  Sources.BooleanExpression expression(y=time > 1 and pulse.y);
  Sources.SampleTrigger trigger(period=0.3, startTime=0.1);
  Integer triggers(start=0, fixed=true) "How often trigger was true";
  SI.Time high(start=0, fixed=true) "How long pulse was true";
equation
  when trigger.y then
    triggers = pre(triggers) + 1;
  end when;
  der(high) = if pulse.y then 1 else 0;
  annotation(experiment(StopTime=4, Tolerance=1e-8), Documentation(info="<html>
<p>In 4 s there are 14 triggers, and the pulse is true for 1 s.</p>
</html>"));
end BooleanSignals;

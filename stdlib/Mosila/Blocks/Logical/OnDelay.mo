within Mosila.Blocks.Logical;
block OnDelay "Becomes true some time after the input"
  extends Interfaces.BooleanSISO;
  parameter SI.Time delayTime(min=0) = 0.1 "Delay";
protected
  discrete SI.Time due(start=0, fixed=true) "When the output may become true";
equation
  when {u, initial()} then
    due = time + delayTime;
  end when;
  y = u and time >= due;
  annotation(Documentation(info="<html>
<p>A rise of the input reaches the output after delayTime, a fall at once; shorter pulses are lost.</p>
</html>"));
end OnDelay;

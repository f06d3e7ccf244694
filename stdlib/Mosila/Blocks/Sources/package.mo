within Mosila.Blocks;
package Sources "Signals that come from nowhere: functions of time and tables"
  annotation(Documentation(info="<html>
<p>Real, Integer and Boolean signals as functions of time. Steps and kinks are time events, met exactly.</p>
</html>"));
end Sources;

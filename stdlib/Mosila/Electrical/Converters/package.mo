within Mosila.Electrical;
package Converters "Power converters"
  annotation(Documentation(info="<html>
<p>Bridges that feed a motor from a battery, switched and averaged.</p>
</html>"));
end Converters;

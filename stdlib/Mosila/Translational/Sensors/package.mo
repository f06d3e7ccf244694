within Mosila.Translational;
package Sensors "What is measured"
  annotation(Documentation(info="<html>
<p>Ideal instruments: they change nothing.</p>
</html>"));
end Sensors;

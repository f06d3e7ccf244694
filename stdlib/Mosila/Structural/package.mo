within Mosila;
package Structural "Patterns for models that change their structure"
  annotation(Documentation(info="<html>
<p>Elements for every domain that lock, slip, let pass in one direction, touch and part by a real change of structure, and
switches that change how deep a model goes. They know two quantities only: one across (a velocity, a voltage) and one through (a
force, a current). The clutch, the brake, the diode and the stops of the other packages are made of them.</p>
</html>"));
end Structural;

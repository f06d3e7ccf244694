within;
package Mosila "Components for models whose structure changes while they run"
  import Mosila.Units.SI;
  annotation(version="0.1.0", Documentation(info="<html>
<p>A library that comes with the program: units and constants, blocks, electrical, translational, rotational, thermal and hydraulic
components, and patterns for models that change their structure. Names, signs and connectors are those that users of Modelica
expect; what can stick, lock, break or be taken off does so by a real change of structure.</p>
<p>Each package has a package Examples; every class is used in at least one of its models.</p>
</html>"));
end Mosila;

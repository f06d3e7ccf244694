within Mosila.Structural;
package Interfaces "Ports and common parts of behaviours"
  annotation(Documentation(info="<html>
<p>A behaviour is an object that is attached to a base by add and taken off by remove; what both inherit from one class of this
package is then connected.</p>
</html>"));
end Interfaces;

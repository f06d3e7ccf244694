within Mosila;
package Electrical "Electrical circuits"
  annotation(Documentation(info="<html>
<p>Pins have a potential v and a current i that flows into the component; the voltage of a component is p.v - n.v. Every circuit
needs a Ground.</p>
</html>"));
end Electrical;

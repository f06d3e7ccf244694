within Mosila.Structural;
package Behaviours "Behaviours to attach to a base"
  annotation(Documentation(info="<html>
<p>Each is one equation.</p>
</html>"));
end Behaviours;

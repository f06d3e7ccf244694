within Mosila.Structural;
package Examples "Changes of structure in use"
  annotation(Documentation(info="<html>
<p>Small models that attach and take off behaviours, and change how deep they go.</p>
</html>"));
end Examples;

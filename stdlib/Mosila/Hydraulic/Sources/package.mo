within Mosila.Hydraulic;
package Sources "Given pressures and flows"
  annotation(Documentation(info="<html>
<p>What a circuit is driven by.</p>
</html>"));
end Sources;

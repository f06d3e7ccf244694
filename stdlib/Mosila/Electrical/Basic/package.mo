within Mosila.Electrical;
package Basic "Basic components"
  annotation(Documentation(info="<html>
<p>Ground, resistor, capacitor, inductor, transformer, the coupling to mechanics.</p>
</html>"));
end Basic;

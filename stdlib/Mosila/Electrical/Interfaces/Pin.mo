within Mosila.Electrical.Interfaces;
connector Pin "Pin of an electrical component"
  SI.ElectricPotential v "Potential";
  flow SI.Current i "Current that flows into the component";
  annotation(Documentation(info="<html>
<p>Connected pins have one potential, and their currents add up to zero.</p>
</html>"));
end Pin;

within Mosila.Translational.Interfaces;
connector Flange "End of a rod"
  SI.Position s "Position";
  flow SI.Force f "Force that acts on the component";
  annotation(Documentation(info="<html>
<p>Connected flanges have one position, and their forces add up to zero.</p>
</html>"));
end Flange;

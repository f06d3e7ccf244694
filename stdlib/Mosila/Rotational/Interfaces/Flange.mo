within Mosila.Rotational.Interfaces;
connector Flange "End of a shaft"
  SI.Angle phi "Angle";
  flow SI.Torque tau "Torque that acts on the component";
  annotation(Documentation(info="<html>
<p>Connected flanges have one angle, and their torques add up to zero.</p>
</html>"));
end Flange;

within Mosila.Translational.Interfaces;
connector Flange_b "Right end of a rod"
  extends Flange;
  annotation(Documentation(info="<html>
<p>By convention power goes out here.</p>
</html>"));
end Flange_b;

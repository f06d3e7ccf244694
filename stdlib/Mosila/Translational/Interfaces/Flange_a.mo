within Mosila.Translational.Interfaces;
connector Flange_a "Left end of a rod"
  extends Flange;
  annotation(Documentation(info="<html>
<p>By convention power goes in here.</p>
</html>"));
end Flange_a;

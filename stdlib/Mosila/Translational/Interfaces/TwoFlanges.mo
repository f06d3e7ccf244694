within Mosila.Translational.Interfaces;
partial model TwoFlanges "Two flanges"
  Flange_a flange_a "Left flange";
  Flange_b flange_b "Right flange";
  annotation(Documentation(info="<html>
<p>Says nothing about positions and forces.</p>
</html>"));
end TwoFlanges;

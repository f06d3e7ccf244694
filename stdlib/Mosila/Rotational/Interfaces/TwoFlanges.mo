within Mosila.Rotational.Interfaces;
partial model TwoFlanges "Two flanges"
  Flange_a flange_a "Left flange";
  Flange_b flange_b "Right flange";
  annotation(Documentation(info="<html>
<p>Says nothing about angles and torques.</p>
</html>"));
end TwoFlanges;

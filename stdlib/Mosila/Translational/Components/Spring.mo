within Mosila.Translational.Components;
model Spring "Linear spring"
  extends Interfaces.Compliant;
  parameter SI.TranslationalSpringConstant c(min=0) = 1 "Stiffness";
  parameter SI.Distance s_rel0 = 0 "Length without force";
equation
  f = c*(s_rel - s_rel0);
  annotation(Documentation(info="<html>
<p>f = c*(s_rel - s_rel0).</p>
</html>"));
end Spring;

within Mosila;
package Translational "Motion along one line"
  annotation(Documentation(info="<html>
<p>Flanges have a position s and a force f that acts on the component; what is between two flanges has s_rel = flange_b.s -
flange_a.s.</p>
</html>"));
end Translational;

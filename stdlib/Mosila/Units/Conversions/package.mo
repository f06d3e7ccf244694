within Mosila.Units;
package Conversions "Functions from and to units that are not SI"
  annotation(Documentation(info="<html>
<p>Inside a model all numbers are in SI units; these functions are for parameters and for curves that people read.</p>
</html>"));
end Conversions;

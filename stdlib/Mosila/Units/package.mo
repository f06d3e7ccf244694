within Mosila;
package Units "Types for physical quantities, and conversions to units in daily use"
  annotation(Documentation(info="<html>
<p>The types in SI carry the unit of a quantity, so that equations and connections can be checked. Conversions has functions from
and to units that are not SI.</p>
</html>"));
end Units;

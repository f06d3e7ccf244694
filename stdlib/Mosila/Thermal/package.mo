within Mosila;
package Thermal "Heat: stores, conduction, convection, radiation"
  annotation(Documentation(info="<html>
<p>Heat ports have a temperature T and a flow of heat Q_flow into the component.</p>
</html>"));
end Thermal;

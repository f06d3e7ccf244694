within Mosila;
package Rotational "Rotation about one axis"
  annotation(Documentation(info="<html>
<p>Flanges have an angle phi and a torque tau that acts on the component; what is between two flanges has phi_rel = flange_b.phi -
flange_a.phi.</p>
</html>"));
end Rotational;

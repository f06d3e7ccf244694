within Mosila.Translational.Interfaces;
partial model CompliantWithSpeed "Something without mass between two flanges that depends on their relative velocity"
  extends Compliant;
  SI.Velocity v_rel(start=0) "Rate of s_rel";
equation
  v_rel = der(s_rel);
  annotation(Documentation(info="<html>
<p>A component that extends this says how f depends on s_rel and v_rel.</p>
</html>"));
end CompliantWithSpeed;

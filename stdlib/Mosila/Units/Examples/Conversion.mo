within Mosila.Units.Examples;
model Conversion "Quantities to units in daily use and back"
  import Mosila.Units.Conversions.*;
  SI.Temperature T = from_degC(20 + 10*time);
  Real T_degC(unit="degC") = to_degC(T);
  SI.Angle phi = from_deg(90*time);
  Real phi_deg(unit="deg") = to_deg(phi);
  SI.AngularVelocity w = from_rpm(3000*time);
  Real w_rpm(unit="rpm") = to_rpm(w);
  SI.Pressure p = from_bar(200*time);
  Real p_bar(unit="bar") = to_bar(p);
  SI.Velocity v = from_kmh(36*time);
  Real v_kmh(unit="km/h") = to_kmh(v);
  SI.Energy E = from_kWh(2*time);
  Real E_kWh(unit="kW.h") = to_kWh(E);
  annotation(experiment(StopTime=1), Documentation(info="<html>
<p>At 1 s it is 303.15 K, a quarter turn, 100*pi rad/s, 20 MPa, 10 m/s and 7.2 MJ.</p>
</html>"));
end Conversion;

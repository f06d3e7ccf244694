within Mosila.Electrical.Basic;
model Inductor "Inductor"
  extends Interfaces.OnePort;
  parameter SI.Inductance L = 1e-3 "Inductance";
equation
  L*der(i) = v;
  annotation(Documentation(info="<html>
<p>L*der(i) = v. The current at the start is i(start=..., fixed=true).</p>
</html>"));
end Inductor;

within Mosila.Electrical.Basic;
model Ground "Where the potential is zero"
  Interfaces.Pin p "Pin";
equation
  p.v = 0;
  annotation(Documentation(info="<html>
<p>Every circuit needs one.</p>
</html>"));
end Ground;

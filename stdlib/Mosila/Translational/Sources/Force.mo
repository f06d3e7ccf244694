within Mosila.Translational.Sources;
model Force "A force given by a signal"
  Blocks.Interfaces.RealInput f(unit="N") "Force that acts on what is connected";
  Interfaces.Flange_b flange "Flange";
equation
  flange.f = -f;
  annotation(Documentation(info="<html>
<p>The housing takes the opposite force.</p>
</html>"));
end Force;

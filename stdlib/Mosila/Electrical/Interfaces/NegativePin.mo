within Mosila.Electrical.Interfaces;
connector NegativePin "Negative pin of a component"
  extends Pin;
  annotation(Documentation(info="<html>
<p>The voltage of a component counts to this pin.</p>
</html>"));
end NegativePin;

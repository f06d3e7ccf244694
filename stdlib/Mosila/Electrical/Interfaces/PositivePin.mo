within Mosila.Electrical.Interfaces;
connector PositivePin "Positive pin of a component"
  extends Pin;
  annotation(Documentation(info="<html>
<p>The voltage of a component counts from this pin.</p>
</html>"));
end PositivePin;

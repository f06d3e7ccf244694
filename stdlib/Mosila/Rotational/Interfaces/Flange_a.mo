within Mosila.Rotational.Interfaces;
connector Flange_a "Left end of a shaft"
  extends Flange;
  annotation(Documentation(info="<html>
<p>By convention power goes in here.</p>
</html>"));
end Flange_a;

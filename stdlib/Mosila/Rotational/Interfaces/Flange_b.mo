within Mosila.Rotational.Interfaces;
connector Flange_b "Right end of a shaft"
  extends Flange;
  annotation(Documentation(info="<html>
<p>By convention power goes out here.</p>
</html>"));
end Flange_b;

within Mosila.Translational;
package Components "Masses and what joins them"
  annotation(Documentation(info="<html>
<p>Mass, springs, dampers, rods; friction, stops, latches and ropes that hold by a change of structure.</p>
</html>"));
end Components;

within Mosila.Rotational;
package Components "Shafts and what joins them"
  annotation(Documentation(info="<html>
<p>Inertia, springs, dampers, gears; friction, clutches and brakes that stick by a change of structure.</p>
</html>"));
end Components;

within Mosila.Rotational;
package Sources "Torques and given motions"
  annotation(Documentation(info="<html>
<p>A torque source acts on its flange; a motion source makes it move as the input says.</p>
</html>"));
end Sources;

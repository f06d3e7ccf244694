within Mosila.Electrical;
package Ideal "Ideal elements"
  annotation(Documentation(info="<html>
<p>Diodes and switches with a small resistance and conductance, which never change the equations, only numbers in them; ideal
transformer and operational amplifiers. Exactly ideal diodes and switches are in Switched.</p>
</html>"));
end Ideal;

within Mosila.Electrical;
package Switched "Exactly ideal elements that change the structure"
  annotation(Documentation(info="<html>
<p>While they conduct there is no voltage, while they block there is no current, and the equations are those of the circuit as it
then is. Where that joins two capacitors, their charge is shared with an impulse of current.</p>
</html>"));
end Switched;

within Mosila.Rotational.Components;
model Backlash "Hard play between two shafts"
  extends Interfaces.TwoFlanges;
  parameter SI.Angle b(min=0) = 0.01 "Whole play";
  SI.Angle phi_rel = flange_b.phi - flange_a.phi "Relative angle, between -b/2 and b/2";
protected
  Stop lower(phi_min=-b/2) "Touches at -b/2";
  Stop upper(phi_min=-b/2) "Touches at b/2";
equation
  connect(flange_a, lower.flange_a);
  connect(lower.flange_b, flange_b);
  connect(flange_b, upper.flange_a);
  connect(upper.flange_b, flange_a);
  annotation(Documentation(info="<html>
<p>Within the play both sides are free; at its ends they meet with an impulse and go on as one while the flanks are pressed.</p>
</html>"));
end Backlash;

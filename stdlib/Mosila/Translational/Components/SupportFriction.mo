within Mosila.Translational.Components;
model SupportFriction "Coulomb friction against the housing, with sticking"
  extends Interfaces.OneSlider;
  extends Structural.StickSlip(capacity=f_slip);
  parameter SI.Force f_slip(min=0) = 1 "Friction force while it slides";
equation
  across = v;
  through = f;
  annotation(Documentation(info="<html>
<p>While it slides the friction force acts against the motion; at rest it takes what force acts, up to peak*f_slip.</p>
</html>"));
end SupportFriction;

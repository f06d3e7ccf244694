function gain
  input Real x;
  output Real y;
  external "C" y = gain(x) annotation(Library = "gains_that_nobody_has");
end gain;

model Amplifier
  Real y = gain(time);
end Amplifier;

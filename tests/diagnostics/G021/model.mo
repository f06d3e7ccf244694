function gain
  input Real x;
  output Real y;
  external "C" y = gain(x) annotation(Include = "#include \"gains_that_nobody_has.h\"");
end gain;

model Amplifier
  Real y = gain(time);
end Amplifier;

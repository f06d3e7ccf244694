function gain
  input Real x;
  output Real y;
  external "C" y = gain_that_nobody_wrote(x);
end gain;

model Amplifier
  Real y = gain(time);
end Amplifier;

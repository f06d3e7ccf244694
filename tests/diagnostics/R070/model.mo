// mosila simulate model.mo --stop 2
model Relay "both sides lead back to where it switches"
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end Relay;

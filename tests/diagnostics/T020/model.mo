// mosila check model.mo
model Call
  Real x = time;
  Real y = x(3);
end Call;

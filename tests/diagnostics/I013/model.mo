// mosila check model.mo
model Count
  Integer n;
algorithm
  n := 1;
  break;
  n := 2;
end Count;

function checked
  input Real x;
  output Real y;
  external "C" y = checked(x)
    annotation(Include = "
      #include \"ModelicaUtilities.h\"
      static double checked(double x) {
        if (x > 2) ModelicaFormatError(\"%g is more than 2\", x);
        return x;
      }");
end checked;

model Growing
  parameter Real start = checked(3);
  Real x(start = start, fixed = true);
equation
  der(x) = 1;
end Growing;

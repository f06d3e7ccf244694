// mosila compare cut.csv cut.csv
model Cut "The last line of the table was cut off."
  Real x(start = 1);
equation
  der(x) = -x;
end Cut;

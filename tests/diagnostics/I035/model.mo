model Cell
  Real v = 1;
end Cell;

model Row = Cell[3];

model Battery
  extends Row;
  Real total = 3;
end Battery;

within Lib;
model Piece
  Real x = time;
end Piece;

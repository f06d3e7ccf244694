model Counting
  Integer n = integer(1e16 * (time + 1));
end Counting;

model Counting
  Integer n = 9007199254740993;
end Counting;

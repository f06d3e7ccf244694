package Media
  constant Real density = 1000;
end Media;

model Pipe
  Media water;
end Pipe;

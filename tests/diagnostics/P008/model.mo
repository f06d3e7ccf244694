model Pipe
  Real flow(start = 1);
equation
  der(flow) = -flow;
end Pipe;

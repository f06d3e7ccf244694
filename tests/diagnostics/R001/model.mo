model Tank
  Real level(start = 1), outflow;
  discrete Real resistance(start = 2);
equation
  der(level) = -outflow;
  outflow = level / resistance;
  when time > 0.5 then
    resistance = 0;
  end when;
end Tank;

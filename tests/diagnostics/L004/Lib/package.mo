package Lib
  model Part
    Real x = 2 * time;
  end Part;
end Lib;

package Lib
  annotation(version="1.0.0");
end Lib;

package Lib
  annotation(version="1.5.0", conversion(noneFromVersion="1.0.0"));
end Lib;

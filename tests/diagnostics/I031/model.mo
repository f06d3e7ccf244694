model Tank
  Real level = 1;
end Tank;

block Controller
  extends Tank;
end Controller;

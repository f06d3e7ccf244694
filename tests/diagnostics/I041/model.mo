model Base
  replaceable Real limit = 1;
end Base;

model Derived
  extends Base;
protected
  redeclare Real limit = 2;
end Derived;

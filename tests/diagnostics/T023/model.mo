// mosila check model.mo Uses
class Table
  extends ExternalObject;
  function constructor
    output Table table;
  external "C" table = table_new();
  end constructor;
end Table;

model Uses
  Table table = Table();
end Uses;

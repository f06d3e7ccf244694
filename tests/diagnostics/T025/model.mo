// mosila check model.mo Uses
operator record Number
  Real v;
  encapsulated operator 'constructor'
    import Number;
    function once
      input Real x;
      output Number n(v = x);
    algorithm
    end once;
    function twice
      input Real x;
      output Number n(v = 2*x);
    algorithm
    end twice;
  end 'constructor';
end Number;

model Uses
  Number n = Number(1.5);
end Uses;

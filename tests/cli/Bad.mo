package Bad "Models that fail, at the start or on their way to time 2"
  model Division "by zero in an equation, on the way"
    Real x(start = 1, fixed = true), y;
  equation
    der(x) = -1;
    y = 1/(if x > 0.5 then 1 else 0);
  end Division;
  model DivisionAtStart
    Real x(start = 1, fixed = true), y;
    parameter Real p = 0;
  equation
    der(x) = -y;
    y = x/p;
  end DivisionAtStart;
  model Logarithm
    Real x(start = 1, fixed = true);
  equation
    der(x) = log(x) - 1;
  end Logarithm;
  model Singular "Jacobian at the start"
    Real a(start = 1), b(start = 1), x(start = 1, fixed = true);
  equation
    der(x) = -a;
    a*x + b*x = 2;
    a + b = 2*x;
  end Singular;
  model Unsolvable
    Real a(start = 1), x(start = 1, fixed = true);
  equation
    der(x) = -a;
    a^2 + x^2 + 1 = 0;
  end Unsolvable;
  model UnsolvableInitial
    Real x(start = 2), y(start = 1);
  initial equation
    x^2 + y^2 = -1;
    x = y;
  equation
    der(x) = -x;
    der(y) = -y;
  end UnsolvableInitial;
  model Assertion
    Real x(start = 1, fixed = true);
  equation
    der(x) = -1;
    assert(x > 0.5, "x is " + String(x));
  end Assertion;
  model Collapse
    Real x(start = 1, fixed = true);
  equation
    der(x) = x^2;
  end Collapse;
  function bad
    input Real x;
    output Real y;
  algorithm
    y := sqrt(x - 0.5);
  end bad;
  model NotANumber
    Real x(start = 1, fixed = true), y;
  equation
    der(x) = -1;
    y = bad(x);
  end NotANumber;
  function reports
    input Real x;
    output Real y;
    external "C" y = bad_reports(x) annotation(Include="#include \"ModelicaUtilities.h\"
static double bad_reports(double x) { if (x < 0.5) ModelicaFormatError(\"x is too small: %g\", x); return x; }");
  end reports;
  model Reports
    Real x(start = 1, fixed = true), y;
  equation
    der(x) = -1;
    y = reports(x);
  end Reports;
  function missing
    input Real x;
    output Real y;
    external "C" y = bad_missing(x);
  end missing;
  model Missing
    Real x(start = 1, fixed = true), y;
  equation
    der(x) = -1;
    y = missing(x);
  end Missing;
  model Chatter
    Real x(start = 1, fixed = true);
  equation
    der(x) = if x > 0.5 then -1 else 1;
  end Chatter;
end Bad;

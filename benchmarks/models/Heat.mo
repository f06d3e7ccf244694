package Heat "the heat equation on n inner points of a rod with cold ends"
  model Rod
    parameter Integer n = 1000;
    parameter Real k = (n + 1) ^ 2;
    Real u[n](start = {sin(3.14159265358979323846 * i / (n + 1)) for i in 1:n}, each fixed = true);
  equation
    der(u[1]) = k * (u[2] - 2 * u[1]);
    for i in 2:n - 1 loop
      der(u[i]) = k * (u[i - 1] - 2 * u[i] + u[i + 1]);
    end for;
    der(u[n]) = k * (u[n - 1] - 2 * u[n]);
  end Rod;

  model Rod1000
    extends Rod(n = 1000);
  end Rod1000;

  model Rod5000
    extends Rod(n = 5000);
  end Rod5000;
end Heat;

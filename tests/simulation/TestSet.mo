package TestSet "Stiff and algebraic problems of the test set for initial value problem solvers (Mazzia and Magherini)"
  model Hires "the High Irradiance RESponse of plants"
    Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true, each nominal = 1e-3);
  equation
    der(y[1]) = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007;
    der(y[2]) = 1.71*y[1] - 8.75*y[2];
    der(y[3]) = -10.03*y[3] + 0.43*y[4] + 0.035*y[5];
    der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];
    der(y[5]) = -1.745*y[5] + 0.43*y[6] + 0.43*y[7];
    der(y[6]) = -280*y[6]*y[8] + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7];
    der(y[7]) = 280*y[6]*y[8] - 1.81*y[7];
    der(y[8]) = -der(y[7]);
    annotation(experiment(StopTime = 321.8122, Tolerance = 1e-8));
  end Hires;

  model Oregonator "the Belousov-Zhabotinskii reaction"
    Real y[3](start = {1, 2, 3}, each fixed = true);
  equation
    der(y[1]) = 77.27*(y[2] + y[1]*(1 - 8.375e-6*y[1] - y[2]));
    der(y[2]) = (y[3] - (1 + y[1])*y[2])/77.27;
    der(y[3]) = 0.161*(y[1] - y[3]);
    annotation(experiment(StopTime = 360, Tolerance = 1e-8));
  end Oregonator;

  model Robertson "three species over three thousand years"
    Real y[3](start = {1, 0, 0}, each fixed = true, nominal = {1e-8, 1e-14, 1});
  equation
    der(y[1]) = -0.04*y[1] + 1e4*y[2]*y[3];
    der(y[2]) = 0.04*y[1] - 1e4*y[2]*y[3] - 3e7*y[2]^2;
    der(y[3]) = 3e7*y[2]^2;
    annotation(experiment(StopTime = 1e11, Tolerance = 1e-8));
  end Robertson;

  model VanDerPol "relaxation oscillations"
    parameter Real eps = 1e-6;
    Real y[2](start = {2, 0}, each fixed = true);
  equation
    der(y[1]) = y[2];
    der(y[2]) = ((1 - y[1]^2)*y[2] - y[1])/eps;
    annotation(experiment(StopTime = 2, Tolerance = 1e-8));
  end VanDerPol;

  function current "of a transistor"
    input Real u;
    output Real i;
  algorithm
    i := 1e-6*(exp(u/0.026) - 1);
  end current;

  model TransistorAmplifier "two stages; index 1: capacitors join unknown potentials"
    constant Real pi = 3.14159265358979323846;
    parameter Real Ub = 6, alpha = 0.99, R0 = 1000, R = 9000, C[5] = {k*1e-6 for k in 1:5};
    Real y[8](start = {0, 3, 3, 6, 3, 3, 6, 0});
    Real u1(start = 3, fixed = true) = y[2] - y[1];
    Real u3(start = -3, fixed = true) = y[5] - y[4];
    Real u5(start = -6, fixed = true) = y[8] - y[7];
    Real i1 = current(y[2] - y[3]), i2 = current(y[5] - y[6]);
  initial equation
    y[3] = 3;
    y[6] = 3;
  equation
    C[1]*der(u1) = (y[1] - 0.1*sin(200*pi*time))/R0;
    -C[1]*der(u1) = (2*y[2] - Ub)/R + (1 - alpha)*i1;
    -C[2]*der(y[3]) = y[3]/R - i1;
    C[3]*der(u3) = (y[4] - Ub)/R + alpha*i1;
    -C[3]*der(u3) = (2*y[5] - Ub)/R + (1 - alpha)*i2;
    -C[4]*der(y[6]) = y[6]/R - i2;
    C[5]*der(u5) = (y[7] - Ub)/R + alpha*i2;
    -C[5]*der(u5) = y[8]/R;
    annotation(experiment(StopTime = 0.2, Tolerance = 1e-8));
  end TransistorAmplifier;

  model CarAxis "index 3: a car axis on a bumpy road"
    parameter Real L = 1, L0 = 0.5, eps = 1e-2, M = 10, h = 0.1, omega = 10, k = M*eps^2/2;
    Real xl(start = 0), yl(start = 0.5, fixed = true), xr(start = 1), yr(start = 0.5, fixed = true);
    Real vxl(start = -0.5), vyl(start = 0, fixed = true), vxr(start = -0.5), vyr(start = 0, fixed = true);
    Real lambda1, lambda2;
    Real yb = h*sin(omega*time), xb = sqrt(L^2 - yb^2);
    Real Ll = sqrt(xl^2 + yl^2), Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
  equation
    der(xl) = vxl;
    der(yl) = vyl;
    der(xr) = vxr;
    der(yr) = vyr;
    k*der(vxl) = (L0 - Ll)*xl/Ll + lambda1*xb + 2*lambda2*(xl - xr);
    k*der(vyl) = (L0 - Ll)*yl/Ll + lambda1*yb + 2*lambda2*(yl - yr) - k;
    k*der(vxr) = (L0 - Lr)*(xr - xb)/Lr - 2*lambda2*(xl - xr);
    k*der(vyr) = (L0 - Lr)*(yr - yb)/Lr - 2*lambda2*(yl - yr) - k;
    0 = xl*xb + yl*yb;
    0 = (xl - xr)^2 + (yl - yr)^2 - L^2;
    annotation(experiment(StopTime = 3, Tolerance = 1e-8));
  end CarAxis;
end TestSet;

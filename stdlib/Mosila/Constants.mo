within Mosila;
package Constants "Numbers of mathematics and of nature"
  final constant Real pi = 3.14159265358979323846 "Half of a full turn in radians";
  final constant Real e = 2.71828182845904523536 "Base of natural logarithms";
  final constant Real eps = 2.220446049250313e-16 "Distance from 1 to the next number";
  final constant Real small = 1e-60 "A number that differs from 0 and is nothing in practice";
  final constant Real inf = 1e60 "A number that is larger than any in practice";
  final constant SI.Velocity c = 299792458 "Speed of light in vacuum (exact)";
  final constant SI.Acceleration g_n = 9.80665 "Standard gravity (exact)";
  final constant Real h(unit="J.s") = 6.62607015e-34 "Planck constant (exact)";
  final constant Real k(unit="J/K") = 1.380649e-23 "Boltzmann constant (exact)";
  final constant Real N_A(unit="1/mol") = 6.02214076e23 "Avogadro constant (exact)";
  final constant SI.ElectricCharge q = 1.602176634e-19 "Elementary charge (exact)";
  final constant Real R(unit="J/(mol.K)") = k*N_A "Molar gas constant";
  final constant Real F(unit="C/mol") = q*N_A "Faraday constant";
  final constant Real sigma(unit="W/(m2.K4)") = 2*pi^5*k^4/(15*h^3*c^2) "Stefan-Boltzmann constant";
  final constant Real mu_0(unit="N/A2") = 1.25663706127e-6 "Magnetic constant (CODATA 2022)";
  final constant Real epsilon_0(unit="F/m") = 1/(mu_0*c^2) "Electric constant";
  final constant Real T_zero(unit="degC") = -273.15 "Absolute zero in degrees Celsius";
  annotation(Documentation(info="<html>
<p>Mathematical constants, limits of numbers in the machine, and constants of nature. Those called exact define the SI since
2019.</p>
</html>"));
end Constants;

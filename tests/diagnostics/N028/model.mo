package Metric
  constant Real unit_length = 1;
end Metric;

package Imperial
  constant Real unit_length = 0.3048;
end Imperial;

model Rod
  import Metric.unit_length;
  import Imperial.unit_length;
  Real length = 2 * unit_length;
end Rod;

// The roll control of a missile with reaction jets: a relay with hysteresis in a loop, which never comes to rest.
//
// The example goes back to J. E. Gibson, Nonlinear Automatic Control (1963); J. H. Taylor used it to show how events are to be
// handled (Rigorous modeling and simulation of mechatronic systems). It is here with Gibson's analogue controller and with
// Taylor's sampled one, which differentiates by numbers. Gibson's feet and pounds are converted where they are declared.
package GibsonRollControl "A missile that rolls to and fro between two jets"
  constant Real pound(unit="N") = 4.4482216152605 "the force";
  constant Real foot(unit="m") = 0.3048;
  constant Real slug(unit="kg") = pound/foot "what a pound of force accelerates by a foot per second squared";

  model Missile "Turns about its long axis; one jet of a pair turns it one way, the other one the other way"
    parameter Real F(unit="N") = 100*pound "thrust of a jet";
    parameter Real r(unit="m") = 2*foot "arm of the jets";
    parameter Real J(unit="kg.m2") = 3.45*slug*foot^2 "moment of inertia about the long axis";
    parameter Real phi0(unit="rad") = 0.1 "angle at the start";
    parameter Real w0(unit="rad/s") = 0 "roll rate at the start";
    input Integer jet "+1 or -1: which jet burns";
    output Real phi(unit="rad", start=phi0, fixed=true) "roll angle";
    output Real w(unit="rad/s", start=w0, fixed=true) "roll rate";
  equation
    der(phi) = w;
    J*der(w) = F*r*jet;
  end Missile;

  model Servo "Amplifier and valve: two lags between what the controller wants and what the relay gets"
    parameter Real T1(unit="s") = 0.01;
    parameter Real T2(unit="s") = 0.05;
    parameter Real x0(unit="N") = 0 "behind the first lag, at the start";
    parameter Real e0(unit="N") = 0 "behind the second lag, at the start";
    input Real u(unit="N");
    Real x(unit="N", start=x0, fixed=true) "behind the first lag";
    output Real e(unit="N", start=e0, fixed=true);
  equation
    T1*der(x) = u - x;
    T2*der(e) = x - e;
  end Servo;

  model Relay "Switches only when its input has gone as far as h to the other side"
    parameter Real h(unit="N") = 5*pound "half the width of the hysteresis";
    input Real e(unit="N");
    output Integer jet(start=1, fixed=true);
  equation
    jet = if e < -h then -1 elseif e > h then 1 else pre(jet);
  end Relay;

  partial model Controller "Wants a force against the angle and its rate"
    parameter Real Kp(unit="N/rad") = 420*pound;
    parameter Real Kv(unit="N.s/rad") = 42*pound;
    input Real phi(unit="rad");
    input Real w(unit="rad/s");
    output Real u(unit="N");
  end Controller;

  model AnalogueController "Has a gyro for the rate"
    extends Controller;
  equation
    u = -(Kp*phi + Kv*w);
  end AnalogueController;

  model SampledController
    "Sees the angle at certain times only, takes differences for the rate, and holds its output in between"
    extends Controller;
    parameter Real Ts(unit="s") = 1e-4 "time from sample to sample";
    discrete Real seen(unit="rad", start=0) "the angle of the last sample";
  equation
    when sample(0, Ts) then
      seen = phi;
      u = if initial() then -Kp*seen else -(Kp*seen + Kv*(seen - pre(seen))/Ts);
    end when;
  end SampledController;

  model Meter "Measures an oscillation from peak to peak"
    input Real phi(unit="rad");
    input Real w(unit="rad/s");
    discrete Real amplitude(unit="rad", start=0, fixed=true) "of the last peak";
    discrete Real omega(unit="rad/s", start=0, fixed=true) "from the time between the last two peaks";
    discrete Integer peaks(start=0, fixed=true);
  protected
    discrete Real last(unit="s", start=0, fixed=true) "when the last peak was";
  equation
    when w < 0 then
      amplitude = phi;
      last = time;
      peaks = pre(peaks) + 1;
      omega = if peaks > 1 then 6.28318530717959/(time - pre(last)) else 0;
    end when;
  end Meter;

  partial model Loop "All but the controller"
    Missile missile(jet=relay.jet);
    Servo servo(u=controller.u);
    Relay relay(e=servo.e);
    replaceable Controller controller(phi=missile.phi, w=missile.w);
    Meter meter(phi=missile.phi, w=missile.w);
  end Loop;

  model Analogue "As Gibson had it"
    extends Loop(redeclare AnalogueController controller);
    annotation(experiment(StartTime=0, StopTime=5, Tolerance=1e-9));
  end Analogue;

  model Sampled "As Taylor had it"
    extends Loop(redeclare SampledController controller);
    annotation(experiment(StartTime=0, StopTime=5, Tolerance=1e-9));
  end Sampled;
end GibsonRollControl;

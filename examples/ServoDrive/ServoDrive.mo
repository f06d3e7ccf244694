// A servo drive as a component: motor, full bridge, encoder, gear and digital controller in one class, used three times in a robot.
//
// The structure is that of the robot in R. Kasper, D. Vlasenko, G. Sintotskiy: A component oriented approach to multidisciplinary
// simulation of mechatronic systems (EUROSIM 2007), which gives no data; those here are a choice (README.md).
package ServoDrive
  "A drive with a DC motor, a PWM bridge, an encoder and a digital controller, and a robot with three of them"
  import Mosila.Units.SI;
  import Mosila.Electrical;
  import Mosila.Rotational;

  partial model Bridge "Full bridge: two legs that put their pins to the supply or to ground"
    parameter SI.Voltage V = 24 "supply";
    parameter SI.Frequency f = 10e3 "of the pulses";
    input Real duty(unit="1") "wanted voltage as a part of the supply, -1 to 1";
    Electrical.Interfaces.PositivePin p;
    Electrical.Interfaces.NegativePin n;
  end Bridge;

  model AveragedBridge "What the pulses are on average"
    extends Bridge;
  equation
    p.v = V*(1 + duty)/2;
    n.v = V*(1 - duty)/2;
  end AveragedBridge;

  model SwitchedBridge "Pulse by pulse: each leg is up for its part of the period"
    extends Bridge;
    discrete SI.Time begin(start=0, fixed=true) "of the period";
    discrete Real held(unit="1", start=0, fixed=true) "the duty of this period";
    Boolean pUp "whether the pin p is at the supply";
    Boolean nUp;
  equation
    when sample(0, 1/f) then
      begin = time;
      held = duty;
    end when;
    pUp = time < begin + (1 + held)/(2*f);
    nUp = time < begin + (1 - held)/(2*f);
    p.v = if pUp then V else 0;
    n.v = if nUp then V else 0;
  end SwitchedBridge;

  model Controller "Position and speed from an encoder, in steps of a millisecond"
    parameter SI.Time Ts = 1e-3 "from sample to sample";
    parameter Integer lines = 2000 "of the encoder, each counted four times";
    parameter Real kp(unit="1/s") = 25 "speed that is asked for, for an error of position";
    parameter Real kv(unit="s/rad") = 0.02 "part of the supply that is asked for, for an error of speed";
    parameter Real ki(unit="1/rad") = 0.4 "the same for its integral";
    parameter SI.AngularVelocity fastest = 300 "speed that is asked for at most";
    input SI.Angle wanted "of the motor";
    input SI.AngularVelocity ahead "speed of the motor that goes with it";
    input SI.Angle angle "of the motor";
    discrete output Real duty(unit="1", start=0, fixed=true);
    discrete Integer count(start=0, fixed=true) "what the encoder says";
    discrete SI.AngularVelocity speed(start=0, fixed=true) "from two counts";
    discrete SI.AngularVelocity asked(start=0, fixed=true);
    discrete Real sum(unit="1", start=0, fixed=true) "integral part; it rests while the bridge can give no more";
  protected
    discrete Boolean counting(start=false, fixed=true) "there is a count before this one";
    parameter SI.Angle step = 2*Mosila.Constants.pi/(4*lines) "angle from count to count";
    discrete Real free(unit="1", start=0, fixed=true) "the duty without a limit";
  equation
    when sample(0, Ts) then
      count = integer(floor(angle/step));
      counting = true;
      speed = if pre(counting) then step*(count - pre(count))/Ts else 0;
      asked = max(-fastest, min(fastest, ahead + kp*(wanted - step*count)));
      sum = if abs(pre(free)) > 1 then pre(sum) else pre(sum) + ki*Ts*(asked - speed);
      free = kv*(asked - speed) + sum;
      duty = max(-1, min(1, free));
    end when;
  end Controller;

  model Drive "All of it, behind a gear"
    parameter Real ratio(unit="1") = 100 "of the gear";
    input SI.Angle wanted "of the shaft behind the gear";
    input SI.AngularVelocity ahead = 0 "speed that goes with it";
    Rotational.Interfaces.Flange_b flange;
    Controller controller(wanted=ratio*wanted, ahead=ratio*ahead, angle=motor.flange.phi);
    replaceable AveragedBridge bridge(duty=controller.duty) constrainedby Bridge(duty=controller.duty);
    Electrical.Machines.DCMotor motor(R=0.6, L=0.5e-3, k=0.06, J=1.2e-4, i(start=0, fixed=true));
    Rotational.Components.IdealGear gear(ratio=ratio);
  equation
    connect(bridge.p, motor.p);
    connect(bridge.n, motor.n);
    connect(motor.flange, gear.flange_a);
    connect(gear.flange_b, flange);
  end Drive;

  model Axis "One drive that turns an arm by a step, without gravity"
    parameter SI.Angle step = 0.1 "of the arm: ten radians of the motor";
    Drive drive(wanted=step);
    Rotational.Components.Inertia arm(J=0.16, phi(start=0, fixed=true), w(start=0, fixed=true));
  equation
    connect(drive.flange, arm.flange_a);
    annotation(experiment(StartTime=0, StopTime=0.6, Tolerance=1e-8));
  end Axis;

  model SwitchedAxis "The same, pulse by pulse"
    extends Axis(drive(redeclare SwitchedBridge bridge));
    annotation(experiment(StartTime=0, StopTime=0.6, Tolerance=1e-8));
  end SwitchedAxis;

  // The robot. All that is behind the shoulder moves in a vertical plane that the shoulder turns: x is the distance from the axis of
  // the shoulder, z the height. What the plane's turning does to a body follows from its angular momentum about that axis.

  connector Frame "A place on a body in the plane"
    SI.Position x;
    SI.Position z;
    SI.Angle phi "of the body, from the level upwards";
    SI.AngularVelocity yaw "of the plane";
    flow SI.Force fx;
    flow SI.Force fz;
    flow SI.Torque tau;
    flow SI.Torque tauYaw "about the axis of the shoulder";
  end Frame;

  model Link "A body behind a joint: a thin rod with its frames at both ends"
    parameter SI.Length l = 0.4;
    parameter SI.Length c = 0.2 "from the joint to the centre of mass";
    parameter SI.Mass m = 3;
    parameter SI.Inertia J = 0.04 "about the centre of mass, across the rod";
    parameter SI.Acceleration g = 9.81;
    Frame a "before the joint";
    Frame b "at the far end";
    Rotational.Interfaces.Flange_a axis "what turns the joint";
    SI.Angle q "of the joint";
    SI.AngularVelocity w;
    SI.Position x "of the centre of mass";
    SI.Position z;
    SI.Velocity vx;
    SI.Velocity vz;
    SI.AngularVelocity spin "of the rod in the plane";
    SI.AngularMomentum momentum "about the axis of the shoulder";
    SI.Energy energy;
  equation
    axis.phi = q;
    w = der(q);
    b.phi = a.phi + q;
    b.x = a.x + l*cos(b.phi);
    b.z = a.z + l*sin(b.phi);
    b.yaw = a.yaw;
    x = a.x + c*cos(b.phi);
    z = a.z + c*sin(b.phi);
    vx = der(x);
    vz = der(z);
    spin = der(b.phi);
    m*(der(vx) - x*a.yaw^2) = a.fx + b.fx;
    m*(der(vz) + g) = a.fz + b.fz;
    J*(der(spin) + a.yaw^2*sin(b.phi)*cos(b.phi)) =
      a.tau + b.tau + (x - a.x)*(-a.fz) + (z - a.z)*a.fx + (b.x - x)*b.fz - (b.z - z)*b.fx;
    axis.tau = a.tau;
    momentum = (m*x^2 + J*cos(b.phi)^2)*a.yaw;
    der(momentum) = a.tauYaw + b.tauYaw;
    energy = m*(vx^2 + vz^2)/2 + J*spin^2/2 + momentum*a.yaw/2 + m*g*z;
  end Link;

  model Shoulder "Stands on the base, turns about the vertical and carries a frame"
    parameter SI.Length h = 0.5 "height of its frame";
    parameter SI.Inertia J = 0.05;
    Frame b;
    Rotational.Interfaces.Flange_a axis;
    SI.Angle psi;
    SI.AngularVelocity w;
  equation
    axis.phi = psi;
    w = der(psi);
    J*der(w) = axis.tau + b.tauYaw;
    b.x = 0;
    b.z = h;
    b.phi = 0;
    b.yaw = w;
  end Shoulder;

  model Arm "A link with the drive of its joint: both arms of the robot are one class"
    Frame a;
    Frame b;
    input SI.Angle wanted "of the joint";
    input SI.AngularVelocity ahead "speed that goes with it";
    Link link;
    Drive drive(wanted=wanted, ahead=ahead);
  equation
    connect(a, link.a);
    connect(link.b, b);
    connect(drive.flange, link.axis);
  end Arm;

  model Load "What the hand carries: a point mass"
    parameter SI.Mass m = 1;
    parameter SI.Acceleration g = 9.81;
    Frame a;
    SI.Velocity vx;
    SI.Velocity vz;
    SI.AngularMomentum momentum "about the axis of the shoulder";
    SI.Energy energy;
  equation
    vx = der(a.x);
    vz = der(a.z);
    m*(der(vx) - a.x*a.yaw^2) = a.fx;
    m*(der(vz) + g) = a.fz;
    a.tau = 0;
    momentum = m*a.x^2*a.yaw;
    der(momentum) = a.tauYaw;
    energy = m*(vx^2 + vz^2)/2 + momentum*a.yaw/2 + m*g*a.z;
  end Load;

  model Planner "Leads the hand along a straight line and says which angles that takes"
    parameter SI.Length l = 0.4 "of either arm";
    parameter SI.Length h = 0.5 "of the shoulder";
    parameter SI.Position from[3] = {0.5, -0.3, 0.4} "x, y and z of the hand at the start";
    parameter SI.Position to[3] = {0.2, 0.4, 0.8};
    parameter SI.Time T = 2 "how long it takes";
    SI.Position hand[3];
    output SI.Angle q[3] "shoulder, first arm, second arm";
    output SI.AngularVelocity w[3];
  protected
    Real part(unit="1") "of the time";
    Real s(unit="1") "of the way";
    SI.Length r "from the axis of the shoulder";
    SI.Length z "above the shoulder";
  equation
    part = min(time/T, 1);
    s = part^3*(10 - 15*part + 6*part^2);
    hand = from + s*(to - from);
    r = sqrt(hand[1]^2 + hand[2]^2);
    z = hand[3] - h;
    q[1] = atan2(hand[2], hand[1]);
    q[2] = atan2(z, r) - q[3]/2;
    q[3] = -acos((r^2 + z^2)/(2*l^2) - 1);
    w = der(q);
  end Planner;

  model Robot "A shoulder, two arms, a load: three drives of one class"
    Planner planner;
    Drive turn(wanted=planner.q[1], ahead=planner.w[1]);
    Shoulder shoulder;
    Arm first(wanted=planner.q[2], ahead=planner.w[2]);
    Arm second(wanted=planner.q[3], ahead=planner.w[3]);
    Load load;
    SI.Position hand[3] = {load.a.x*cos(shoulder.psi), load.a.x*sin(shoulder.psi), load.a.z} "where it is";
    SI.Length off = sqrt((hand - planner.hand)*(hand - planner.hand)) "from where it should be";
  initial equation
    shoulder.psi = planner.q[1];
    first.link.q = planner.q[2];
    second.link.q = planner.q[3];
    {shoulder.w, first.link.w, second.link.w} = {0, 0, 0};
  equation
    connect(turn.flange, shoulder.axis);
    connect(shoulder.b, first.a);
    connect(first.b, second.a);
    connect(second.b, load.a);
    annotation(experiment(StartTime=0, StopTime=2.5, Tolerance=1e-7));
  end Robot;

  model Limp "The robot without drives, swinging: nothing takes its energy and its angular momentum"
    Shoulder shoulder(psi(start=0, fixed=true), w(start=2, fixed=true));
    Link first(q(start=0.5, fixed=true), w(start=0, fixed=true));
    Link second(q(start=-1, fixed=true), w(start=0, fixed=true));
    Load load;
    SI.Energy energy = shoulder.J*shoulder.w^2/2 + first.energy + second.energy + load.energy;
    SI.AngularMomentum momentum = shoulder.J*shoulder.w + first.momentum + second.momentum + load.momentum;
  equation
    connect(shoulder.b, first.a);
    connect(first.b, second.a);
    connect(second.b, load.a);
    annotation(experiment(StartTime=0, StopTime=3, Tolerance=1e-9));
  end Limp;
end ServoDrive;

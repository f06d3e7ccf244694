// A missile seeker: a camera in a gimbal, each turned by a motor with a controller.
//
// Mechanically it is a chain of two bodies in a plane. The equations of motion and the data are those in the appendix of
// A. Diaz-Calderon, C. Paredis, P. Khosla: Automatic generation of system-level dynamic equations for mechatronic systems
// (2000), whose printed form is damaged; README.md says how it was mended.
package MissileSeeker "A camera in a gimbal"
  model Chain "Gimbal and camera: two bodies in a plane, one on the other"
    parameter Real a(unit="kg.m2") = 0.00032463 "moment of inertia of the camera about its joint";
    parameter Real c(unit="kg.m2") = 0.00487079
        "moment of inertia of both about the joint of the gimbal, as far as it is constant";
    parameter Real bc(unit="kg.m2") = 0.00048665 "coupling of both, with the cosine of the angle between them";
    parameter Real bs(unit="kg.m2") = 0.00064886 "coupling of both, with its sine";
    input Real torqueAlpha(unit="N.m");
    input Real torqueBeta(unit="N.m");
    Real alpha(unit="rad", start=0, fixed=true) "angle of the gimbal";
    Real beta(unit="rad", start=0, fixed=true) "angle of the camera in the gimbal";
    Real wAlpha(unit="rad/s", start=0, fixed=true);
    Real wBeta(unit="rad/s", start=0, fixed=true);
    Real b(unit="kg.m2") "coupling at the present angle";
    Real db(unit="kg.m2/rad") "its derivative by the angle";
    Real energy(unit="J") "kinetic energy";
  equation
    b = bc*cos(beta) + bs*sin(beta);
    db = -bc*sin(beta) + bs*cos(beta);
    der(alpha) = wAlpha;
    der(beta) = wBeta;
    (c - 2*b)*der(wAlpha) + (a - b)*der(wBeta) - 2*db*wAlpha*wBeta - db*wBeta^2 = torqueAlpha;
    (a - b)*der(wAlpha) + a*der(wBeta) + db*wAlpha^2 = torqueBeta;
    energy = (c - 2*b)*wAlpha^2/2 + (a - b)*wAlpha*wBeta + a*wBeta^2/2;
  end Chain;

  model Motor "A direct current motor"
    parameter Real R(unit="Ohm") = 0.2;
    parameter Real L(unit="H") = 200e-6;
    parameter Real kt(unit="N.m/A") "torque for a current";
    parameter Real ke(unit="V.s/rad") "voltage for a speed";
    input Real voltage(unit="V");
    input Real w(unit="rad/s");
    Real i(unit="A", start=0, fixed=true) "current";
    output Real torque(unit="N.m");
  equation
    L*der(i) = voltage - ke*w - R*i;
    torque = kt*i;
  end Motor;

  model Controller "Proportional and integral to the error, with the rate of the angle as its damping"
    parameter Real kp(unit="V/rad");
    parameter Real ki(unit="V/(rad.s)");
    parameter Real kd(unit="V.s/rad");
    input Real wanted(unit="rad");
    input Real angle(unit="rad");
    input Real w(unit="rad/s");
    Real sum(unit="rad.s", start=0, fixed=true) "integral of the error";
    output Real voltage(unit="V");
  equation
    der(sum) = wanted - angle;
    voltage = kp*(wanted - angle) + ki*sum - kd*w;
  end Controller;

  model Seeker "Gimbal and camera are to turn to new angles at once"
    parameter Real wantedAlpha(unit="rad") = 0.14;
    parameter Real wantedBeta(unit="rad") = -0.14;
    Chain chain(torqueAlpha=motorAlpha.torque, torqueBeta=motorBeta.torque);
    Motor motorAlpha(kt=0.0813, ke=0.000813, voltage=controllerAlpha.voltage, w=chain.wAlpha);
    Motor motorBeta(kt=0.032, ke=0.00008, voltage=controllerBeta.voltage, w=chain.wBeta);
    Controller controllerAlpha(kp=10, ki=10, kd=0.7, wanted=wantedAlpha, angle=chain.alpha, w=chain.wAlpha);
    Controller controllerBeta(kp=2, ki=2, kd=0.14, wanted=wantedBeta, angle=chain.beta, w=chain.wBeta);
    annotation(experiment(StartTime=0, StopTime=5, Tolerance=1e-9));
  end Seeker;

  model Free "The chain without motors: its energy stays as it is"
    Chain chain(torqueAlpha=0, torqueBeta=0, wAlpha(start=1), wBeta(start=0.5));
    annotation(experiment(StartTime=0, StopTime=20, Tolerance=1e-10));
  end Free;
end MissileSeeker;

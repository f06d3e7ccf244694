within Mosila;
package Hydraulic "Hydraulic circuits"
  annotation(Documentation(info="<html>
<p>Ports have a pressure p and a volume flow q into the component. The fluid has one density; what it is compressed by is in
volumes and lines.</p>
</html>"));
end Hydraulic;

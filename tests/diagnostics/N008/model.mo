model Node
  Real value = time;
  Node next;
end Node;

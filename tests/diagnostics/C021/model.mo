operator record Money
  Real amount;

  encapsulated operator function '0'
    import Money;
    output Money zero;
  algorithm
    zero := Money(0);
  end '0';
end Money;

connector Account
  Real rate;
  flow Money m;
end Account;

model Bank
  Account a(rate = 1);
end Bank;

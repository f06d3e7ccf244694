// mosila simulate model.mo Electric
package Electric
  model Source
    Real v = 10;
  end Source;
end Electric;

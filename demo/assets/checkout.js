// The shop's side of the tag: an approved payment leads to the receipt, and one that a person has to review leads away
// from every way to pay. The element shows everything else.
for (const pay of document.querySelectorAll("ventanilla-pay")) {
  // Replaced, so that "back" from the receipt does not land on a paid order's checkout.
  for (const end of ["pay-approved", "pay-unknown"])
    pay.addEventListener(end, () => location.replace(pay.dataset.orderPage));
}

// The shop's side of the tag: an approved payment leads to the receipt. The element shows everything else.
for (const pay of document.querySelectorAll("ventanilla-pay")) {
  // Replaced, so that "back" from the receipt does not land on a paid order's checkout.
  pay.addEventListener("pay-approved", () => location.replace(pay.dataset.receipt));
}

const pay = document.querySelector("ventanilla-pay");
pay.addEventListener("pay-approved", () => location.replace(pay.dataset.orderPage));

const pay = document.querySelector("ventanilla-pay");
pay.order = new URLSearchParams(location.search).get("order");
pay.addEventListener("pay-approved", ({ result }) => {
  document.querySelector("p").textContent = `Order ${result.order} is paid.`;
});

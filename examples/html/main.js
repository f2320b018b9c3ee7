const pay = document.querySelector("ventanilla-pay");
const order = new URLSearchParams(location.search).get("order") ?? "A-1001";

document.getElementById("order").textContent = order;
pay.setAttribute("order", order);
pay.addEventListener("pay-approved", () => {
  document.getElementById("thanks").hidden = false;
});

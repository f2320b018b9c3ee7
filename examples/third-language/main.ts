import "@ventanilla/element/define";
import { messages } from "./messages.ts";

const pay = document.querySelector("ventanilla-pay") as HTMLElementTagNameMap["ventanilla-pay"];
const order = new URLSearchParams(location.search).get("order") ?? "A-1001";

(document.getElementById("order") as HTMLElement).textContent = order;
pay.messages = messages;
pay.order = order;
pay.addEventListener("pay-approved", () => {
  (document.getElementById("thanks") as HTMLElement).hidden = false;
});

/// <reference types="@ventanilla/element/react" />
import "@ventanilla/element/define";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

function Checkout({ order }: { order: string }) {
  const [paid, setPaid] = useState(false);
  return (
    <>
      <h1>Order {order}</h1>
      <ventanilla-pay order={order} onpay-approved={() => setPaid(true)} />
      {paid && <p>Thank you. Your order is paid.</p>}
    </>
  );
}

const order = new URLSearchParams(location.search).get("order") ?? "A-1001";
createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <Checkout order={order} />
  </StrictMode>,
);

"use client";

import "@ventanilla/element/define";
import { useCallback, useState } from "react";

export function Checkout({ order }) {
  const [paid, setPaid] = useState(false);
  // By a ref: on what a server has rendered, React 19 sets no listeners of custom events (react/react#35446). The payment
  // may have been found approved before.
  const listen = useCallback((pay) => {
    const look = () => setPaid(pay.status === "approved");
    look();
    pay.addEventListener("pay-approved", look);
    return () => pay.removeEventListener("pay-approved", look);
  }, []);
  return (
    <>
      <h1>Order {order}</h1>
      <ventanilla-pay order={order} ref={listen} />
      {paid && <p>Thank you. Your order is paid.</p>}
    </>
  );
}

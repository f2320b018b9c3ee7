"use client";

import "@ventanilla/element/define";
import { useCallback, useState } from "react";

export function Checkout() {
  const [paid, setPaid] = useState("");
  const listen = useCallback((pay) => {
    pay.order = new URLSearchParams(location.search).get("order");
    const hear = ({ result }) => setPaid(`Order ${result.order} is paid.`);
    pay.addEventListener("pay-approved", hear);
    return () => pay.removeEventListener("pay-approved", hear);
  }, []);
  return (
    <>
      <ventanilla-pay ref={listen} />
      <p>{paid}</p>
    </>
  );
}

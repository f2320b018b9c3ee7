import { normalizeBuyer } from "@ventanilla/client";

/** How the bank and the shop reach a buyer. */
export interface Contact {
  email: string;
  phone: string;
}

/** The contact as the bank takes it, however it was typed; undefined when it cannot be used. */
export function contactFrom({ email, phone }: Contact): Contact | undefined {
  const { details, wrong } = normalizeBuyer({ buyer: { email, mobilePhone: phone } });
  const { buyer } = details;
  // With the area code: the shop may have to call from abroad.
  const isUsable = wrong.length === 0 && /(?:\d\D*){10}/.test(buyer.mobilePhone);
  return isUsable ? { email: buyer.email, phone: buyer.mobilePhone } : undefined;
}

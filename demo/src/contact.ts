/** How the bank and the shop reach a buyer. */
export interface Contact {
  email: string;
  phone: string;
}

/** A phone number as people write it, `809-555-0123` or `+1 (809) 555 0123`: 10 to 15 digits. For a form's `pattern`. */
export const phonePattern = String.raw`[\s+.\(\)\-]*(?:\d[\s.\(\)\-]*){10,15}`;

const wholePhone = new RegExp(`^${phonePattern}$`, "v");

/** The contact with the phone's digits alone, as the bank takes them; undefined when it cannot be used. */
export function contactFrom({ email, phone }: Contact): Contact | undefined {
  const isUsable =
    /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 && phone.length <= 25 && wholePhone.test(phone);
  return isUsable ? { email, phone: phone.replace(/\D/g, "") } : undefined;
}

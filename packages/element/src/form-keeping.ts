const key = "ventanilla:form";
type Kept = Pick<HTMLInputElement, "name" | "value" | "checked">;

// What may hold a secret says so by its type, its autocomplete or its name.
const fields =
  "form:not([autocomplete=off]) :is(input,select,textarea):not([type=password],[type=file],[type=hidden],[autocomplete=off],[autocomplete^=cc],[name*=card i],[name*=cv i])";

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(fields)];
}

/**
 * Keeps what the buyer has typed into a form while this page is at the bank: in this tab only, and only until it is put
 * back. Never passwords, files, hidden fields, anything that looks like a card's, or fields with `autocomplete="off"`.
 */
export function keepForm(form: HTMLFormElement): void {
  try {
    sessionStorage[key] = JSON.stringify(fieldsOf(form).map(({ name, value, checked }) => ({ name, value, checked })));
  } catch {
    // Storage is refused: the form comes back empty.
  }
}

/** Puts back what {@link keepForm} has kept, once; fields that are no longer in their place are left alone. */
export function restoreForm(form: HTMLFormElement): void {
  try {
    const kept: Kept[] = JSON.parse(sessionStorage[key]);
    delete sessionStorage[key];
    fieldsOf(form).forEach((field, i) => {
      if (kept[i]?.name !== field.name) return;
      Object.assign(field, kept[i]);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  } catch {
    // Nothing kept, or nothing of ours.
  }
}

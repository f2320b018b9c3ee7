const key = "ventanilla:form";

/** What is kept of a form. */
interface Kept {
  place: number;
  fields: KeptField[];
}

interface KeptField extends Pick<HTMLInputElement, "name" | "value" | "checked"> {
  /** The chosen options, where there may be several: each with its place, as two may have the same value. */
  chosen?: string[];
}

// Fields that may hold a secret are recognized by their type, their autocomplete or their name.
const secrets = [
  "[type=password]",
  "[type=file]",
  "[type=hidden]",
  "[autocomplete=off]",
  "[autocomplete*=cc]",
  "[autocomplete*=password]",
  "[autocomplete*=one-time]",
  "[name*=clave i]",
  "[name*=card i]",
  "[name*=tarjeta i]",
  "[name*=segur i]",
  "[name*=cv i]",
];
const keptFields = `form:not([autocomplete=off]) :is(input, select, textarea):not(${secrets.join()})`;

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(keptFields)];
}

const optionsOf = (field: HTMLInputElement): HTMLOptionElement[] => [...field.querySelectorAll("option")];
const nameOf = (option: HTMLOptionElement, place: number): string => `${place} ${option.value}`;

const namesOf = (form: HTMLFormElement): string =>
  fieldsOf(form)
    .map(({ name }) => name)
    .join();

/** The index of a form among the page's forms with the same fields; -1 in a shadow tree. */
const placeOf = (form: HTMLFormElement): number =>
  [...document.forms].filter((other) => namesOf(other) === namesOf(form)).indexOf(form);

function keptField(field: HTMLInputElement): KeptField {
  const { name, value, checked, type } = field;
  if (type !== "select-multiple") return { name, value, checked };
  const chosen = optionsOf(field).flatMap((option, i) => (option.selected ? nameOf(option, i) : []));
  return { name, value, checked, chosen };
}

/** Puts back what was in the field. Returns whether a buyer's own choice of the same would have been an event. */
function restore(field: HTMLInputElement, { chosen, ...typed }: KeptField): boolean {
  const before = JSON.stringify(keptField(field));
  Object.assign(field, typed);
  if (chosen)
    optionsOf(field).forEach((option, i) => {
      option.selected = chosen.includes(nameOf(option, i));
    });
  return JSON.stringify(keptField(field)) !== before && (field.type !== "radio" || field.checked);
}

/**
 * Keeps what the buyer has typed into a form while this page is at the bank: in this tab only, and only until it is put
 * back. Never passwords, codes, files, hidden fields, anything that looks like a card's, or fields with
 * `autocomplete="off"`.
 */
export function keepForm(form: HTMLFormElement): void {
  const kept: Kept = { place: placeOf(form), fields: fieldsOf(form).map(keptField) };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is refused: the form comes back empty.
  }
}

/** Puts back what {@link keepForm} has kept, once; fields that are no longer in their place are left alone. */
export function restoreForm(form: HTMLFormElement): void {
  try {
    const { place, fields } = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Kept>;
    if (!fields || place !== placeOf(form)) return;
    sessionStorage.removeItem(key);
    // One after the other: what the page does when it hears of one may fill the next.
    fieldsOf(form).forEach((field, i) => {
      const kept = fields[i];
      if (kept?.name !== field.name || !restore(field, kept)) return;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    });
  } catch {
    // Storage is refused, or holds nothing that can be read.
  }
}

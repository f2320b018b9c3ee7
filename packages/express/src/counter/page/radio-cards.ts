import { type Html, html } from "@ventanilla/web";

/** One of the answers of a form. */
export interface Choice {
  /** What the form sends. The fields with the class `needs` are shown while one is chosen whose value begins with `yes`. */
  value: string;
  name: string;
  /** Which of several payments it is about. */
  which?: string;
  /** What is said of it beside its name. */
  mark?: string;
  /** What it does. */
  does: readonly string[];
}

/**
 * Answers of which one is chosen, each in a card that is pressed as a whole.
 * @param id ends the id of each: `choice-0-{id}`
 */
export function radioCards(name: string, id: string, choices: readonly Choice[], chosen: string | undefined): Html {
  const card = ({ value, name: label, mark, does }: Choice, index: number) => html`<div class="choice">
<input type="radio" name="${name}" value="${value}" id="choice-${index}-${id}" required${does.length > 0 && html` aria-describedby="does-${index}-${id}"`}${value === chosen && html` checked`}>
<label for="choice-${index}-${id}">${label}${mark && html` <span class="badge good">${mark}</span>`}</label>
${does.length > 0 && html`<p id="does-${index}-${id}">${does.join(" ")}</p>`}
</div>`;
  return html`${choices.map(card)}`;
}

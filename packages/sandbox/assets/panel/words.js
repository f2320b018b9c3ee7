// The panel's sentences in two languages, and times as it writes them.
import { remember, remembered } from "./memory.js";

const texts = JSON.parse(document.body.dataset.texts);
const languageKey = "ventanilla-panel-language";
const listeners = new Set();
let language = document.documentElement.lang;

/** The sentence of a key in the language shown; the key itself when there is none. */
export function t(key) {
  return texts[language]?.[key] ?? key;
}

/** Of an object with a sentence `en` and perhaps one `es`, the one in the language shown, else the English one. */
export function own(thing) {
  return thing[language] ?? thing.en;
}

/** Whether it has a sentence in the language shown. */
export function isOwn(thing) {
  return thing[language] !== undefined;
}

/** Calls `listener` after each change of language. */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** Shows the panel in `es` or `en` and remembers it for this browser. */
export function setLanguage(next) {
  if (texts[next] === undefined) return;
  language = next;
  remember(languageKey, next);
  document.documentElement.lang = next;
  document.title = `${t("title")} · ${t("bank")}`;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) element.ariaLabel = t(element.dataset.tLabel);
  for (const element of document.querySelectorAll("[data-t-placeholder]"))
    element.placeholder = t(element.dataset.tPlaceholder);
  for (const button of document.querySelectorAll("[data-language]"))
    button.ariaPressed = String(button.dataset.language === next);
  for (const listener of listeners) listener();
}

/** The language chosen earlier in this browser, unless the address names one. */
export function rememberedLanguage() {
  return new URLSearchParams(location.search).has("lang") ? undefined : remembered(languageKey);
}

const zone = "America/Santo_Domingo";
const formatsOf = (locale) => ({
  clock: new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: "medium" }),
  minute: new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: "short" }),
  date: new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }),
});
const formats = { es: formatsOf("es-DO"), en: formatsOf("en-US") };

/** `2:05:09 p. m.`, `2:05:09 PM` in the bank's time zone. */
export function timeOfDay(at) {
  return formats[language].clock.format(at);
}

/** `2:05 p. m.`, `2:05 PM`. */
export function minuteOfDay(at) {
  return formats[language].minute.format(at);
}

/** `sáb, 21 nov 2026`, `Sat, Nov 21, 2026`. */
export function dateOf(at) {
  return formats[language].date.format(at);
}

/** `4 h 02 min`, `29:59`, `0:42`; the sign is left out. */
export function span(ms) {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

// Switches, bearer tokens and test cards.
import { command } from "./bank.js";
import { announce, byId, copy, copyOnClick, icon, make } from "./dom.js";
import { onLanguage, own, span, t } from "./words.js";

export function switchBoard() {
  let switches = [];
  const board = byId("switch-list");

  async function set(name, value) {
    if (await command("POST", "switches", { name, value })) announce(t("saved"));
    else render();
  }

  function render() {
    const focused = document.activeElement?.dataset.switch;
    board.replaceChildren(...switches.map(line));
    if (focused) board.querySelector(`[data-switch="${CSS.escape(focused)}"]`)?.focus();
  }

  function line(item) {
    const { values } = item;
    const select = make(
      "select",
      { data: { switch: item.name }, on: { change: () => set(item.name, values[select.selectedIndex]) } },
      ...values.map((value) => make("option", { selected: value === item.value }, value)),
    );
    return make(
      "label",
      { class: "switch" },
      make("span", { class: "switch-text" }, own(item), make("code", {}, item.name)),
      select,
    );
  }

  onLanguage(render);
  return {
    load(all) {
      switches = all;
      render();
    },
    update(item) {
      switches = switches.map((known) => (known.name === item.name ? { ...known, ...item } : known));
      render();
    },
  };
}

export class TokenDesk {
  #tokens = new Map();
  #list = byId("token-list");
  #now;
  #issued;

  /** @param now the sandbox's time, by which tokens expire */
  constructor({ now }) {
    this.#now = now;
    byId("issue").addEventListener("click", () => void this.#issue());
    onLanguage(() => {
      this.#showIssued();
      this.#render();
    });
  }

  load(all) {
    this.#tokens = new Map(all.map((token) => [token.id, token]));
    this.#render();
  }

  update(token) {
    this.#tokens.set(token.id, token);
    this.#render();
  }

  tick() {
    for (const left of this.#list.querySelectorAll("[data-expires]")) {
      const ms = Number(left.dataset.expires) - this.#now();
      left.classList.toggle("is-over", ms <= 0);
      left.textContent = ms > 0 ? span(ms) : t("tokenExpired");
    }
  }

  async #issue() {
    const answer = await command("POST", "tokens");
    if (!answer) return;
    this.#issued = answer.token;
    this.#showIssued();
    const copied = await copy(this.#issued, t("issued"));
    if (!copied) announce(t("issuedNotCopied"));
  }

  #showIssued() {
    const issued = this.#issued;
    if (issued === undefined) return;
    const code = make("code", {}, issued);
    const button = make("button", { type: "button", class: "copyable", id: "copy-token" }, code, icon("copy"));
    button.ariaLabel = `${t("copy")}: ${issued}`;
    copyOnClick(button, () => issued);
    byId("new-token").replaceChildren(make("p", { class: "note" }, t("newToken")), button);
  }

  #render() {
    const newest = [...this.#tokens.values()].toReversed().slice(0, 50);
    const rows = newest.map(({ masked, expiresAt }) =>
      make("li", {}, make("code", {}, masked), make("span", { class: "token-left", data: { expires: expiresAt } })),
    );
    this.#list.replaceChildren(...(rows.length === 0 ? [make("li", { class: "note" }, t("noTokens"))] : rows));
    this.tick();
  }
}

const schemes = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };

export function cardBox() {
  let cards = [];

  function render() {
    byId("card-list").replaceChildren(
      ...cards.map((card) => {
        const grouped =
          card.number.length === 15
            ? card.number.replace(/(.{4})(.{6})/, "$1 $2 ")
            : card.number.replace(/(.{4})(?=.)/g, "$1 ");
        const code = card.ResponseCode;
        const button = make(
          "button",
          { type: "button", class: "card", data: { number: card.number } },
          make("span", { class: "card-number" }, grouped),
          make("span", { class: "card-meaning" }, `${own(card)}\u00a0· ${schemes[card.scheme] ?? card.scheme}`),
          make("span", { class: `code ${code === "00" ? "is-good" : ""}` }, code),
        );
        copyOnClick(button, () => card.number);
        return make("li", {}, button);
      }),
    );
  }

  onLanguage(render);
  return {
    load(all) {
      cards = all;
      render();
    },
  };
}

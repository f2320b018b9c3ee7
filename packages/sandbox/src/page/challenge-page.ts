import { formatCard, type Html, html } from "@ventanilla/web";
import { schemeOf, schemes } from "../card-number.ts";
import { page } from "./layout.ts";
import type { OutcomePage } from "./outcome-page.ts";
import { sandboxNote } from "./outcome-words.ts";
import { slip } from "./slip.ts";
import { pageTexts } from "./texts.ts";

/** The issuer's question; the code to be typed is shown, since there is no telephone that it could be sent to. */
export type ChallengePage = OutcomePage & {
  address: string;
  code: string;
  /** The test card's number; only its mask is shown. */
  number: string;
  triesLeft: number;
  /** Whether the buyer's last code was wrong. */
  isWrong: boolean;
  /** Whether this code took the place of an earlier one. */
  resent: boolean;
};

/** The 3-D Secure challenge: a form with `otp` and the buttons `action` = `confirm` | `resend` | `cancel`. */
export function challengePage(content: ChallengePage): Html {
  const { purchase, plan, language, otherLanguage, address, code, number, triesLeft, isWrong, resent } = content;
  const text = pageTexts[language];
  const scheme = schemeOf(number) ?? "visa";
  const error = `${text.otpWrong} ${triesLeft === 1 ? text.oneTry : text.tries.replace("{}", String(triesLeft))}`;
  return page({
    language,
    otherLanguage,
    title: (isWrong && error) || (resent && text.resent) || text.challenge,
    slip: slip(purchase, language, plan),
    main: html`<form method="post" action="${address}" novalidate>
<div>
<h2 class="heading">${text.challenge}</h2>
<p class="hint">${text.challengeNote} ${schemes[scheme].name} ${formatCard(number)}</p>
</div>
${resent && html`<p class="resent" id="otp-sent">${text.resent}</p>`}
${sandboxNote(language, html`${text.otpIs} <strong class="otp">${code}</strong>`)}
<div class="field">
<label for="otp">${text.otp}</label>
<input class="otp-entry" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus aria-describedby="${resent && "otp-sent "}otp-error"${isWrong && html` aria-invalid="true"`}>
<p class="error" id="otp-error" role="alert"${!isWrong && html` hidden`}>${isWrong && error}</p>
</div>
<div class="actions">
<button class="primary" name="action" value="confirm">${text.confirm}</button>
<button class="second" name="action" value="resend">${text.resend}</button>
<button class="plain" name="action" value="cancel">${text.leaveChallenge}</button>
</div>
</form>`,
  });
}

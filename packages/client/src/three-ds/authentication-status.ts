import { refuseUnknownNames } from "@ventanilla/web";
import { checkOptionNames, type HostedOptions } from "../check-option-names.ts";
import type { Money } from "../money.ts";
import { send } from "../send.ts";
import { authenticationPaths } from "../wire/authentication-fields.ts";
import { checkIdentity, signatureOf } from "./authenticate.ts";
import { type Authentication, readAuthentication } from "./authentication.ts";
import { settingsOf, type ThreeDs } from "./open-three-ds.ts";

/**
 * Asks what became of an authentication: after a challenge, and for the values that a sale needs. Repeats by itself
 * within the deadline.
 * @param threeDs what `openThreeDs` returned
 * @param of the `transactionId` and `amount` that `authenticate` was given
 * @param options `signal` gives up waiting
 * @returns the authentication; `outcome` is `challenge` as long as the buyer has not answered
 * @throws ArgumentError naming the field that is wrong; nothing was sent
 * @throws GatewayError when the server refuses: it does not know the identifier, or the signature is wrong
 * @throws OutcomeUnknownError without a clear answer within `timeouts.status` (default: 10 s): ask again
 * @see docs/guide/rest.md#with-3-d-secure
 * @example
 * const authentication = await authenticationStatus(threeDs, {
 *   transactionId: "A-1042-1",
 *   amount: { minor: 295_000, currency: "DOP" },
 * });
 * if (authentication.outcome === "authenticated") await charge(tdsFields(authentication));
 */
export async function authenticationStatus(
  threeDs: ThreeDs,
  of: { transactionId: string; amount: Money },
  options: HostedOptions = {},
): Promise<Authentication> {
  const { channel, calls, deadlines, integratorCode, apiKey } = settingsOf(threeDs);
  checkOptionNames(options);
  refuseUnknownNames("authenticationStatus", of, ["transactionId", "amount"]);
  const { integratorTxId, purchaseAmount } = checkIdentity("authenticationStatus", of.transactionId, of.amount);
  const signature = signatureOf([integratorCode, integratorTxId, purchaseAmount], apiKey);
  const secrets = [apiKey, signature];
  return calls.run(() =>
    send(
      channel,
      {
        method: "POST",
        path: authenticationPaths.status,
        body: JSON.stringify({ integratorCode, integratorTxId, purchaseAmount, signature }),
        repeat: "always",
        deadline: deadlines.status,
        signal: options.signal,
        failed: { operation: "authenticationStatus", transactionId: integratorTxId },
        secrets,
      },
      (answer) => readAuthentication(answer, integratorTxId, secrets),
    ),
  );
}

import { ArgumentError } from "@ventanilla/web";
import { Authentication } from "./authentication.ts";

/**
 * The `tds_` fields of a sale or check-in, whose request they are spread into.
 * @see docs/contributing/contract.md#2.1
 */
export type TdsFields =
  | { readonly tds_mode: "1"; readonly tds_servertransactionid: string }
  | {
      readonly tds_mode: "2";
      readonly tds_status: string;
      readonly tds_eci: string;
      readonly tds_aav: string;
      readonly tds_programprotocol: string;
      readonly tds_dstransactionid: string;
    };

/**
 * The `tds_` fields of a sale, from an authentication that succeeded: no other one gives any.
 * @param authentication what `authenticate` or `authenticationStatus` returned, with `outcome` `authenticated`
 * @param mode `2`: the values themselves, as certifications want them. `1`: the server's identifier alone, by which the
 * bank gets the values. Default: `2`
 * @returns the fields; spread them into the request of `sale` or `checkIn`. They are secret
 * @throws ArgumentError when the buyer is not authenticated, or the answer lacks a value: ask `authenticationStatus` then
 * @see docs/contributing/contract.md#4.1
 * @example
 * const result = await sale(rest, { ...request, ...tdsFields(authentication) });
 */
export function tdsFields(authentication: Authentication, mode: "1" | "2" = "2"): TdsFields {
  if (!(authentication instanceof Authentication)) {
    throw new ArgumentError("authentication: expected what authenticate or authenticationStatus returned");
  }
  if (mode !== "1" && mode !== "2") throw new ArgumentError('mode: expected "1" or "2"');
  const { outcome, transStatus } = authentication;
  if (outcome !== "authenticated") {
    throw new ArgumentError(`authentication.transStatus: expected Y or A, got ${transStatus}`);
  }
  const value = (name: "eci" | "authenticationValue" | "messageVersion" | "dsTransID" | "threeDSServerTransID") => {
    const found = authentication[name];
    if (found !== undefined) return found;
    throw new ArgumentError(`authentication.${name}: missing in this answer, ask authenticationStatus for it`);
  };
  if (mode === "1") return { tds_mode: "1", tds_servertransactionid: value("threeDSServerTransID") };
  return {
    tds_mode: "2",
    tds_status: transStatus,
    tds_eci: value("eci"),
    tds_aav: value("authenticationValue"),
    tds_programprotocol: value("messageVersion"),
    tds_dstransactionid: value("dsTransID"),
  };
}

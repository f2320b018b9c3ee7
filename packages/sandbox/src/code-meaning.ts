import { type ResponseCode, responseCode } from "@ventanilla/client/wire";

/** What a response code means, also one that a switch plays: `n7` as N7, `5` as 05. */
export function codeMeaning(code: string): Readonly<ResponseCode> {
  return responseCode(code.toUpperCase().padStart(2, "0"));
}

import * as z from "zod";
import { sessionFields } from "./answer-fields.ts";

const { maxLength } = sessionFields.SESSION;
const length = `expected 1 to ${maxLength} characters`;

/**
 * A session's identifier or key: opaque text of 1 to 512 characters, without a form to rely on. `.` and `..` are
 * refused because they would change the path that an identifier is put into.
 */
export const SessionIdentifier = z
  .string("expected a string")
  .min(1, length)
  .max(maxLength, { abort: true, error: length })
  .refine((text) => text !== "." && text !== ".." && !/[\p{Cc}\p{Cs}]/u.test(text), {
    error: "expected text without control characters, other than . and ..",
  });

/**
 * The answer to a session creation (contract §2.2); further fields are ignored. `session-key` is a secret of the
 * server.
 */
export const SessionResponse = z.compile(
  z.object({ SESSION: SessionIdentifier, "session-key": SessionIdentifier } satisfies Record<
    keyof typeof sessionFields,
    z.ZodType
  >),
);
/** A session as the service answers it: its identifier, and the key for its result. */
export type SessionResponse = z.infer<typeof SessionResponse>;

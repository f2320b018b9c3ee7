/**
 * The caller is wrong: an option, argument or field is missing, unknown or out of its range; nothing was sent. The
 * message begins with the name of what is wrong and says what was expected, without any secret. As Node's own errors of
 * this kind it is a `TypeError` by name; its `code` distinguishes it from a bug.
 * @see https://nodejs.org/api/errors.html#err_invalid_arg_value
 * @example
 * try {
 *   openGateway(settings);
 * } catch (error) {
 *   if (error instanceof ArgumentError) console.error(`Settings: ${error.message}`);
 *   else throw error;
 * }
 */
export class ArgumentError extends TypeError {
  /** Stable: what to test where the class itself is not at hand. */
  readonly code = "ERR_VENTANILLA_ARGUMENT";
}

const { NODE_TEST_CONTEXT: _ours, FORCE_COLOR: _colored, ...env } = process.env;

/**
 * The environment of a program whose output a test reads: it is not part of our test run, and colors nothing, also where
 * `CI` is set.
 */
export const outside: NodeJS.ProcessEnv = { ...env, NO_COLOR: "1" };

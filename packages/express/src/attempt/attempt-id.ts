const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a visitor's text has the form of an attempt's id: a UUID in lower case. */
export const isAttemptId = (text: string): boolean => uuid.test(text);

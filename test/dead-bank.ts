/** The address of a bank that nobody listens at: port 9 of the loopback. */
export const deadBank = "http://127.0.0.1:9";

/** What the attempts there have as their bank. */
export const deadBankName = "http://localhost:9";

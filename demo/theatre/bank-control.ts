/** The control API of the sandbox: its clock and its faults. */
export class BankControl {
  readonly #url: string;

  /** @param url where the sandbox is */
  constructor(url: string) {
    this.#url = url;
  }

  /** Milliseconds that the bank's clock is ahead of the machine's; negative when behind. */
  async clockOffset(): Promise<number> {
    const answer = await fetch(`${this.#url}/control/state`);
    const { clock } = (await answer.json()) as { clock: { offset: number } };
    return clock.offset;
  }

  advanceClock(ms: number): Promise<void> {
    return this.#send("POST", "clock", { advance: ms });
  }

  /** Makes the bank fail so many times for one order. */
  arm(fault: string, order: string, times: number): Promise<void> {
    return this.#send("POST", "faults", { fault, order, times });
  }

  disarm(fault: string): Promise<void> {
    return this.#send("DELETE", `faults/${fault}`);
  }

  async #send(method: "POST" | "DELETE", path: string, fields?: object): Promise<void> {
    const answer = await fetch(`${this.#url}/control/${path}`, {
      method,
      ...(fields && { body: JSON.stringify(fields) }),
    });
    if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${await answer.text()}`);
  }
}

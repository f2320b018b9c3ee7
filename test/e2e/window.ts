/**
 * One browser window, whatever drives it. Selectors are CSS without combinators across shadow roots; they find visible
 * elements, inside open shadow roots too, and with `text` only those that contain it. Every step waits for its element,
 * and a click may close its own window.
 */
export interface Window {
  open(address: string): Promise<void>;
  click(selector: string, text?: string | RegExp): Promise<void>;
  doubleClick(selector: string, text?: string | RegExp): Promise<void>;
  fill(selector: string, value: string): Promise<void>;
  /** Waits until it is there. */
  see(selector: string, text?: string | RegExp): Promise<void>;
  /** Waits until the address contains this. */
  arrive(part: string): Promise<void>;
  address(): Promise<string>;
  back(): Promise<void>;
  close(): Promise<void>;
  /** The window that this one has opened; waits for it. */
  popup(): Promise<Window>;
  /** Waits until it is closed. */
  gone(): Promise<void>;
  /** Another window of the same browser, with the same cookies. */
  tab(): Promise<Window>;
}

/** How long any step waits for what never comes, in milliseconds: longer than a busy machine takes. */
export const patience = 45_000;

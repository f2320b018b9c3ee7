import { ReactiveElement } from "@lit/reactive-element";

/**
 * What `<ventanilla-pay>` has in common with the browser's own form controls. Other documents than a browser's (jsdom,
 * happy-dom) have them in part or not at all: there it is a control of no form, and never keeps one from being sent.
 */
export abstract class FormControl extends ReactiveElement {
  static readonly formAssociated = true;

  protected readonly _internals: Partial<ElementInternals> = this.attachInternals?.() ?? {};

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this._internals.form ?? null;
  }

  /** Whether the element keeps its form from being sent, and why: `valueMissing` while `required` and not approved. */
  get validity(): ValidityState {
    return this._internals.validity as ValidityState;
  }

  /** What the browser tells the buyer when the form cannot be sent; empty when it can. */
  get validationMessage(): string {
    return this._internals.validationMessage ?? "";
  }

  /** Whether the form checks the element before it is sent: false in a disabled `fieldset`. */
  get willValidate(): boolean {
    return this._internals.willValidate === true;
  }

  /** Returns whether the form can be sent as far as this element is concerned; dispatches `invalid` when it cannot. */
  checkValidity(): boolean {
    return this._internals.checkValidity?.() !== false;
  }

  /** As {@link FormControl.checkValidity}; tells the buyer, too. */
  reportValidity(): boolean {
    return this._internals.reportValidity?.() !== false;
  }
}

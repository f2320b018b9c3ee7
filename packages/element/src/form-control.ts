import { LitElement } from "lit";

/** What `<ventanilla-pay>` has in common with the browser's own form controls. */
export abstract class FormControl extends LitElement {
  static readonly formAssociated = true;

  protected readonly _internals: ElementInternals = this.attachInternals();

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this._internals.form;
  }

  /** Whether the element keeps its form from being sent, and why: `valueMissing` while `required` and not approved. */
  get validity(): ValidityState {
    return this._internals.validity;
  }

  /** What the browser tells the buyer when the form cannot be sent; empty when it can. */
  get validationMessage(): string {
    return this._internals.validationMessage;
  }

  /** Whether the form checks the element before it is sent: false in a disabled `fieldset`. */
  get willValidate(): boolean {
    return this._internals.willValidate;
  }

  /** Returns whether the form can be sent as far as this element is concerned; dispatches `invalid` when it cannot. */
  checkValidity(): boolean {
    return this._internals.checkValidity();
  }

  /** As {@link FormControl.checkValidity}; tells the buyer, too. */
  reportValidity(): boolean {
    return this._internals.reportValidity();
  }
}

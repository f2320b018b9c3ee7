import type { Language } from "../texts.ts";
import { maxNameLength } from "./login.ts";

const es = {
  demo: "Esto es una demostración: cualquier nombre sirve y no hay contraseña. En su tienda, aquí va su propio inicio de sesión.",
  logInTitle: "Iniciar sesión como personal",
  name: "Su nombre",
  usualName: "Ana",
  /** The checkbox for somebody who may look and not decide. */
  mayOnlyLook: "Solo puede ver",
  onlyLooking: "Ve los pagos, y no registra nada.",
  logIn: "Iniciar sesión",
  badName: `Escriba un nombre de 1 a ${maxNameLength} caracteres.`,
};

/** The texts of the staff's login in one language. */
export type StaffTexts = typeof es;

const en: StaffTexts = {
  demo: "This is a demo: any name will do, and there is no password. In your store, your own login goes here.",
  logInTitle: "Log in as staff",
  name: "Your name",
  usualName: "Ana",
  mayOnlyLook: "May only look",
  onlyLooking: "Sees the payments, and records nothing.",
  logIn: "Log in",
  badName: `Enter a name of 1 to ${maxNameLength} characters.`,
};

/** The texts of the staff's login, by language. */
export const staffTexts: Record<Language, StaffTexts> = { es, en };

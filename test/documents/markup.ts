import { VentanillaPay } from "@ventanilla/element";
import { compileTemplate } from "vue/compiler-sfc";

/** Vue leaves scripts and styles out, and warns of it. */
const sideEffect = /^Tags with side effect/;

/** What is wrong with a page, or a part of one. */
export function problemsOfHtml(code: string): string[] {
  const page = code.replace(/^\s*<!doctype html>/i, "");
  const { errors } = compileTemplate({ source: page, filename: "page.html", id: "page" });
  const faults = errors.map((error) => (typeof error === "string" ? error : error.message));
  return [...faults.filter((message) => !sideEffect.test(message)), ...unknownAttributes(page)];
}

const common = /^(?:id|class|style|slot|lang|dir|hidden|title|tabindex|data-.*|aria-.*)$/;

function unknownAttributes(page: string): string[] {
  return [...page.matchAll(/<ventanilla-pay\b([^>]*)>/g)]
    .flatMap(([, attributes = ""]) => [...attributes.replaceAll(/="[^"]*"/g, "").matchAll(/[^\s=]+/g)])
    .map(([name]) => name)
    .filter((name) => !VentanillaPay.observedAttributes.includes(name) && !common.test(name))
    .map((name) => `ventanilla-pay has no attribute ${name}`);
}

/** The scripts that are written in a page. */
export function scriptsOf(page: string): { line: number; code: string }[] {
  return [...page.matchAll(/(<script\b[^>]*>)(.*?)<\/script>/gs)]
    .filter(([, , code = ""]) => code.trim() !== "")
    .map(({ index, 1: tag = "", 2: code = "" }) => ({
      line: page.slice(0, index + tag.length).split("\n").length - 1,
      code,
    }));
}

import type { Flow } from "./flows.ts";

/** What the shop's staff does, in an engine that Playwright cannot drive: the other engines have tests of every page. */
export const staffFlows: readonly Flow[] = [
  {
    title: "a member of the staff logs in, decides about a payment, and downloads the day",
    async run({ window, addresses: { shopWithStaff: shop } }) {
      await window.open(`${shop}/staff?lang=es`);
      await window.fill("input[name=name]", "María Ñ.");
      await window.click("button", "Iniciar sesión");
      await window.click("form[action$=changed] button", "Provocarlo");
      await window.see(".end .badge", "Pagó otro monto");
      await window.click("a", "Ver el pago");
      await window.click("input[name=decision][value=no]");
      await window.fill("textarea[name=reason]", "se anuló en el portal, caso 4711");
      await window.click("button", "Revisar y registrar");
      await window.click("button[value=record]", "Registrar");
      await window.arrive("recorded=1");
      await window.see(".steps", "María Ñ. registró «Se devolvió el dinero»: «se anuló en el portal, caso 4711».");
      await window.click("nav a", "Negocio");
      await window.arrive("/business");
      await window.click("a", "Descargar CSV");
      // The file is saved, and the page stays.
      await window.click("nav a", "Cierre del día");
      await window.arrive("/close");
      await window.click("a", "Comparar con el banco");
      await window.arrive("/compare");
    },
  },
];

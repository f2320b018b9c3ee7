import { behavior } from "../behavior.ts";

/** The behaviors of the 3-D Secure server, as rows of the table of switches. */
export const authenticationSwitches = {
  "tds-server-signature": behavior(
    ["checked", "ignored"],
    "checked",
    "checked",
    "Firma de las solicitudes al servidor 3-D Secure: se verifica con la llave del Banco de Pruebas, o se ignora",
    "Signature of requests to the 3-D Secure server: checked with the sandbox's key, or ignored",
  ),
  "tds-server-status": behavior(
    ["by-card", "Y", "A", "C", "N", "R", "U"],
    "by-card",
    "by-card",
    "transStatus del servidor 3-D Secure: según la tarjeta, o siempre el mismo",
    "transStatus of the 3-D Secure server: as the card says, or always the same",
  ),
  "tds-server-values": behavior(
    ["status", "both"],
    "status",
    "status",
    "Qué respuesta trae eci, authenticationValue y dsTransID: solo la de status, o también la de authentication",
    "Which answer has eci, authenticationValue and dsTransID: that of status alone, or that of authentication too",
  ),
  "tds-server-return": behavior(
    ["post", "get"],
    "post",
    "post",
    "Cómo vuelve el comprador de la verificación a urlRedirect",
    "How the buyer comes back from the challenge to urlRedirect",
  ),
  "tds-server-refusal": behavior(
    ["4xx", "200"],
    "4xx",
    "4xx",
    "Estado HTTP con que el servidor 3-D Secure rechaza una solicitud: 400, 401 y 404, o 200 con un mensaje",
    "HTTP status with which the 3-D Secure server refuses a request: 400, 401 and 404, or 200 with a message",
  ),
} as const;

import { type PaymentRequest, paymentRequest } from "@ventanilla/client";
import { merchant, payment } from "../merchant.ts";

/** What a shop sends to create a session. */
export const request: PaymentRequest = paymentRequest(merchant, payment);

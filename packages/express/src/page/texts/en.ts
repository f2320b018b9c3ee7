import type { Texts } from "../texts.ts";
import { responseSentences } from "./response-sentences.ts";

const codes = responseSentences("en");

/** For a payment that needs manual review. */
const mayBeCharged =
  "You may already have been charged. Please do not pay again: the store will review it with the bank and let you know.";

export const en: Texts = {
  outcome: {
    pending: {
      title: "We are checking your payment",
      message: "The bank has not confirmed the result yet. You may already have been charged.",
    },
    approved: { title: "Payment approved", message: "Thank you. The bank confirmed your payment." },
    paidAgain: {
      title: "We received two payments for this order",
      message: "The order was already paid. The store will return one of the two payments.",
    },
    declined: {
      title: "Payment not approved",
      message: codes.declined,
    },
    unconfirmed: {
      title: "Payment not approved",
      message:
        "Your bank did not approve one card. If you then used another, you may already have been charged: check with the store before you pay again.",
    },
    cancelled: {
      title: "Payment canceled",
      message: "The payment was not completed. You were not charged. You can try again.",
    },
    expired: {
      title: "Time to pay ran out",
      message: "You were not charged: the bank had no charge up to the end of that time. You can try again.",
    },
    notPaid: {
      title: "The store reviewed your payment",
      message: "You were not charged: the store reviewed it with the bank. You can pay again.",
    },
    reversed: {
      title: "The store reviewed your payment",
      message: "The store gave back what the bank charged you. You can pay again.",
    },
    unknown: {
      title: "We are reviewing your payment",
      message: mayBeCharged,
    },
  },
  givenBack: "The store gave you {amount} back on {date}.",
  wait: "Please do not pay again. This page updates by itself.",
  codes,
  launch: {
    title: "Opening the bank's page",
    message: "One moment, please.",
    late: "If it does not open by itself, press the button.",
    go: "Continue to the bank",
  },
  framed: { title: "Continue to the payment", message: "The bank's page does not open inside another page." },
  refused: {
    bad_request: {
      title: "The payment could not be opened",
      message: "You were not charged for this attempt. Please contact the store.",
    },
    cross_site: {
      title: "Open the payment from the store",
      message: "For your security, you can pay only from the store's own page. You were not charged for this attempt.",
    },
    unknown_order: {
      title: "We cannot find this order",
      message: "You were not charged for this attempt. Go back to the store and check your order.",
    },
    wrong_email: {
      title: "Check your email address",
      message: "You were not charged for this attempt. Go back to the store and correct your email address.",
    },
    wrong_mobile: {
      title: "Check your mobile phone number",
      message: "You were not charged for this attempt. Go back to the store and correct your mobile phone number.",
    },
    wrong_contact: {
      title: "Check your email address and your mobile phone number",
      message:
        "You were not charged for this attempt. Go back to the store and correct your email address and your mobile phone number.",
    },
    already_paid: { title: "This order is already paid", message: "There is no need to pay again." },
    too_many: {
      title: "Please wait a few minutes",
      message: "There were many attempts in a row. You were not charged for this attempt. Try again later.",
    },
    in_review: {
      title: "We are reviewing an earlier payment for this order",
      message: mayBeCharged,
    },
    bank_refused: {
      title: "The bank's page could not be opened",
      message: "You were not charged for this attempt. Please contact the store to complete your payment.",
    },
    bank_unreachable: {
      title: "The bank's page could not be opened",
      message:
        "The bank did not answer. You were not charged for this attempt. Try again in a few minutes; if it keeps happening, contact the store.",
    },
    bank_blocked: {
      title: "The bank's page could not be opened",
      message:
        "You were not charged in this window. Try again in a few minutes; if it keeps happening, contact the store.",
    },
    shop_failed: {
      title: "The store could not prepare the payment",
      message: "You were not charged for this attempt. Please contact the store.",
    },
    not_found: {
      title: "We cannot find this payment",
      message:
        "If you have just paid, you may already have been charged. Please do not pay again: check your order with the store.",
    },
  },
  unavailable: {
    title: "One moment, please",
    message:
      "We cannot look up your payment right now. You may already have been charged. Please do not pay again: this page updates by itself.",
  },
  orderFailed: "The order could not be looked up. Try again in a few minutes.",
  neutral: {
    title: "You can go back to the store",
    message:
      "It shows the result of this payment. Please do not pay again before you have seen it. If it is not there, open the store in the browser in which you began.",
  },
  back: "Back to the store",
  again: "Try again",
  close: "Close this window",
  contact: "Need help?",
  order: "Order",
  orderReference: "Order at the bank",
  amount: "Amount",
  approvedPart: "Amount approved",
  unknownPart: "To be confirmed",
  date: "Date",
  card: "Card",
  authorization: "Authorization",
  reference: "Reference",
};

import type { es } from "./es.ts";

/** What the buyers' pages say in English. */
export const en: typeof es = {
  call: (number) => `Call ${number}`,
  reach: (label) => `Contact the store: ${label}`,
  contact: "Need help? Contact the store:",
  code: "Code",
  tax: (percent) => `Includes ITBIS (${percent}%)`,
  until: "You can pay until",
  since: {
    early: (moment) => `It can be paid from ${moment} on.`,
    expired: (moment) => `It could be paid until ${moment}.`,
    withdrawn: (moment) => `It was withdrawn on ${moment}.`,
    paid: (moment) => `It was paid on ${moment}.`,
  },
  yours: { email: "Your email", mobilePhone: "Your mobile" },
  left: (count) => `${count} left`,
  chosen: "You choose the amount",
  bounds: (range) => `From ${range}`,
  fields: {
    amount: (range) => ({ label: "How much will you pay?", wrong: `Enter an amount from ${range}.` }),
    email: {
      label: "Your email",
      hint: "The bank asks for it to approve the payment.",
      wrong: "Enter your email, such as ana@example.com.",
    },
    mobilePhone: {
      label: "Your mobile number",
      hint: "Such as 809\u00a0555\u00a00123; from abroad, with + and the country code.",
      wrong: "Enter all the digits, such as 809\u00a0555\u00a00123; from abroad, with + and the country code.",
    },
  },
  wrong: "Check your details",
  go: "Continue",
  typeCode: {
    title: "Pay with your code",
    hint: "The ten digits and letters that the store gave you, such as K7MP4-XQ9TD.",
  },
  lost: "Your browser did not keep your details. Allow cookies for this page, or open the link in another browser.",
  pay: (sum) => `Pay ${sum}`,
  atBank: "You will pay on the bank's secure page. The store does not see your card.",
  change: "Change my details",
  preview: (store) => `Pay ${store} by card.`,
  states: {
    unknown: {
      title: "We cannot find this code",
      message: "Check that the code is complete, or ask the store for the link again.",
    },
    noReceipt: {
      title: "There is no receipt yet",
      message: "Once the payment is confirmed, the receipt is here. If you have paid, do not pay again.",
    },
    early: { title: "It cannot be paid yet", message: "Keep the link, and open it again then." },
    expired: { title: "The time to pay has ended", message: "Ask the store for a new link." },
    withdrawn: {
      title: "The store has withdrawn this link",
      message: "It can no longer be paid. If you think that is a mistake, ask whoever sent it to you.",
    },
    soldOut: { title: "There are none left", message: "Ask the store whether there will be more." },
    paid: {
      title: "This link is already paid",
      message: "There is no need to pay again. If you paid and need the receipt, ask the store for it.",
    },
    paidHere: { title: "Payment approved", message: "Thank you. The bank confirmed your payment." },
    busy: {
      title: "Somebody is paying this link now",
      message:
        "You are not charged twice. If that is you, in another window or app, finish there or continue here. If it is not, wait a few minutes.",
    },
    held: {
      title: "What is left is being paid for now",
      message: "If somebody does not finish, it is free again. Try again in a few minutes.",
    },
    review: {
      title: "We are reviewing a payment",
      message:
        "You may already have been charged. Please do not pay again: the store will review it with the bank and let you know.",
    },
    reviewOfOther: {
      title: "A payment is under review",
      message: "Please do not pay: the store is reviewing a payment of this link with the bank.",
    },
    tooMany: { title: "Wait a few minutes", message: "There were many attempts in a row. Try again later." },
    otherSite: {
      title: "Continue from this page",
      message: "For your security, your details are sent from here only.",
    },
    failed: {
      title: "One moment, please",
      message: "We cannot show this link right now. You were not charged on this page. Try again in a few minutes.",
    },
  },
  arriving: "Your receipt will be here in a moment.",
  underWay: "If you are already paying on the bank's page, that payment counts.",
  receipt: "See the receipt",
  again: "Make another payment",
  mine: "Continue here",
  retry: "Try again",
  update: "Refresh",
};

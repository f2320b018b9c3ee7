import type { Texts } from "@ventanilla/express";
import { codes } from "./codes.ts";

// One sentence about money, and only where the state proves it; else that the card may have been charged already. The
// machine "vérifie", a person "examine", the bank "confirme".
const notCharged = "Votre carte n’a pas été débitée.";
const notThisTime = "Lors de cette tentative, votre carte n’a pas été débitée.";
const maybeCharged = "Votre carte a peut-être déjà été débitée.";
const underReview = `${maybeCharged} Ne payez pas de nouveau. Le commerçant examinera le paiement avec la banque et vous informera.`;

/** The router's sentences: `ventanilla({ texts: { fr: texts } })`. The type names one that is missing. */
export const texts: Texts = {
  outcome: {
    pending: {
      title: "Nous vérifions votre paiement",
      message: `La banque n’a pas encore confirmé le résultat. ${maybeCharged}`,
    },
    approved: { title: "Paiement approuvé", message: "Merci. Votre paiement a été approuvé." },
    paidAgain: {
      title: "Nous avons reçu deux paiements pour cette commande",
      message: "La commande était déjà payée. Le commerçant vous remboursera l’un des deux paiements.",
    },
    declined: {
      title: "Paiement non approuvé",
      message: `Votre banque n’a pas approuvé le paiement. ${notCharged} Utilisez une autre carte ou appelez votre banque.`,
    },
    unconfirmed: {
      title: "Paiement non approuvé",
      message:
        "Votre banque n’a pas approuvé une carte. Si vous en avez ensuite utilisé une autre, elle a peut-être déjà été débitée. Renseignez-vous auprès du commerçant avant de payer de nouveau.",
    },
    cancelled: {
      title: "Paiement annulé",
      message: `Le paiement n’a pas été effectué. ${notCharged} Vous pouvez réessayer.`,
    },
    expired: { title: "Le temps pour payer est écoulé", message: `${notCharged} Vous pouvez réessayer.` },
    notPaid: {
      title: "Ce paiement n’a pas été débité",
      message: `Le commerçant l’a examiné avec la banque. ${notCharged} Vous pouvez payer de nouveau.`,
    },
    reversed: {
      title: "Ce paiement vous a été remboursé",
      message: "Le commerçant vous a rendu ce que la banque vous a débité. Vous pouvez payer de nouveau.",
    },
    unknown: { title: "Nous examinons votre paiement", message: underReview },
  },
  givenBack: "Le commerçant vous a rendu {amount} le {date}.",
  wait: "Ne payez pas de nouveau. Cette page se met à jour toute seule.",
  codes,
  launch: {
    title: "Ouverture de la page de la banque",
    message: "Un instant, s’il vous plaît.",
    late: "Si elle ne s’ouvre pas toute seule, appuyez sur le bouton.",
    go: "Continuer vers la page de la banque",
  },
  framed: {
    title: "Continuez vers le paiement",
    message: "La page de la banque ne s’ouvre pas à l’intérieur d’une autre page.",
  },
  refused: {
    bad_request: {
      title: "Impossible d’ouvrir le paiement",
      message: `${notThisTime} Contactez le commerçant.`,
    },
    cross_site: {
      title: "Ouvrez le paiement depuis le site du commerçant",
      message: `Par sécurité, il n’est possible de payer que depuis la page du commerçant. ${notThisTime}`,
    },
    unknown_order: {
      title: "Nous ne trouvons pas cette commande",
      message: `${notThisTime} Revenez chez le commerçant et vérifiez votre commande.`,
    },
    wrong_email: {
      title: "Vérifiez votre adresse e-mail",
      message: `${notThisTime} Revenez chez le commerçant et corrigez votre adresse e-mail.`,
    },
    wrong_mobile: {
      title: "Vérifiez votre numéro de portable",
      message: `${notThisTime} Revenez chez le commerçant et corrigez votre numéro de portable.`,
    },
    wrong_contact: {
      title: "Vérifiez votre adresse e-mail et votre numéro de portable",
      message: `${notThisTime} Revenez chez le commerçant et corrigez votre adresse e-mail et votre numéro de portable.`,
    },
    already_paid: { title: "Cette commande est déjà payée", message: "Il n’est pas nécessaire de payer de nouveau." },
    too_many: {
      title: "Patientez quelques minutes",
      message: `Il y a eu de nombreuses tentatives de suite. ${notThisTime} Réessayez plus tard.`,
    },
    in_review: { title: "Nous examinons un paiement précédent de cette commande", message: underReview },
    bank_refused: {
      title: "Impossible d’ouvrir la page de la banque",
      message: `${notThisTime} Contactez le commerçant pour terminer votre paiement.`,
    },
    bank_unreachable: {
      title: "Impossible d’ouvrir la page de la banque",
      message: `La banque n’a pas répondu. ${notThisTime} Réessayez dans quelques minutes. Si le problème persiste, contactez le commerçant.`,
    },
    bank_blocked: {
      title: "Impossible d’ouvrir la page de la banque",
      message:
        "Dans cette fenêtre, votre carte n’a pas été débitée. Réessayez dans quelques minutes. Si le problème persiste, contactez le commerçant.",
    },
    shop_failed: {
      title: "Le commerçant n’a pas pu préparer le paiement",
      message: `${notThisTime} Contactez le commerçant.`,
    },
    not_found: {
      title: "Nous ne trouvons pas ce paiement",
      message: `Si vous venez de payer, votre carte a peut-être déjà été débitée. Ne payez pas de nouveau. Consultez votre commande chez le commerçant.`,
    },
  },
  unavailable: {
    title: "Un instant, s’il vous plaît",
    message: `Pour le moment, nous ne pouvons pas consulter votre paiement. ${maybeCharged} Ne payez pas de nouveau. Cette page se met à jour toute seule.`,
  },
  orderFailed: "Impossible de consulter la commande. Réessayez dans quelques minutes.",
  neutral: { title: "Vous pouvez revenir chez le commerçant", message: "Vous y verrez le résultat de ce paiement." },
  back: "Revenir chez le commerçant",
  again: "Réessayer",
  close: "Fermer cette fenêtre",
  contact: "Besoin d’aide\u00a0? Contactez le commerçant\u00a0:",
  order: "Commande",
  orderReference: "Commande à la banque",
  amount: "Montant",
  approvedPart: "Approuvé",
  unknownPart: "La banque ne dit pas combien",
  date: "Date",
  card: "Carte",
  authorization: "Autorisation",
  reference: "Référence",
};

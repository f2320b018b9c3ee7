import type { Texts } from "@ventanilla/express";

const notCharged = "Votre carte n’a pas été débitée.";
const maybeCharged = "Votre carte a peut-être déjà été débitée.";

/** The sentences of the response codes. */
export const codes: Texts["codes"] = {
  approved: "Votre paiement a été approuvé.",
  declined: `Votre banque n’a pas approuvé le paiement. ${notCharged} Utilisez une autre carte ou appelez votre banque.`,
  callBank: `Votre banque doit vous parler pour approuver ce paiement. ${notCharged} Appelez le numéro au dos de votre carte ou utilisez-en une autre.`,
  shopProblem: `Le commerçant n’a pas pu traiter ce paiement. ${notCharged} Contactez le commerçant.`,
  shopOrCard: `Ce paiement n’a pas pu être traité avec cette carte. ${notCharged} Utilisez une autre carte ou contactez le commerçant.`,
  checking: `Nous vérifions votre paiement auprès de la banque. ${maybeCharged} Ne payez pas de nouveau pour l’instant.`,
  review: `Le commerçant doit examiner ce paiement avec la banque. ${maybeCharged} Ne payez pas de nouveau. Le commerçant vous informera.`,
  doubtful: `La banque semble avoir refusé les données de la carte, et nous le vérifions. ${maybeCharged} Ne payez pas encore de nouveau.`,
  partial: `Votre banque n’a approuvé qu’une partie du montant. ${maybeCharged} Ne payez pas de nouveau. Le commerçant examinera le paiement avec la banque et vous informera.`,
  checkCard: `La banque n’a pas reconnu la carte. ${notCharged} Vérifiez le numéro ou utilisez une autre carte.`,
  cardNotTaken: `Cette carte ne convient pas à ce type de paiement. ${notCharged} Utilisez une autre carte.`,
  cancelled: `Le paiement a été annulé. ${notCharged} Vous pouvez réessayer quand vous voulez.`,
  tryAgain: `La banque n’a pas pu terminer le paiement. ${notCharged} Réessayez dans quelques minutes.`,
  expired: `La carte est expirée ou la date ne correspond pas. ${notCharged} Vérifiez la date ou utilisez une autre carte.`,
  funds: `La carte n’a pas assez de fonds ou de crédit disponible pour ce paiement. ${notCharged} Utilisez une autre carte.`,
  limit: `Le paiement dépasse la limite que votre banque autorise pour cette carte. ${notCharged} Utilisez une autre carte ou appelez votre banque.`,
  notAllowed: `Votre banque n’autorise pas ce paiement avec cette carte. ${notCharged} Appelez votre banque ou utilisez une autre carte.`,
  attempts: `Cette carte a atteint le nombre d’opérations que sa banque autorise. ${notCharged} Utilisez une autre carte ou réessayez plus tard.`,
  securityCode: `Le code de sécurité ne correspond pas. ${notCharged} Vérifiez-le et réessayez.`,
  notAuthenticated: `La vérification avec votre banque n’a pas été terminée. ${notCharged} Réessayez ou utilisez une autre carte.`,
  reversed: "Le remboursement de votre paiement a été approuvé.",
  notReversed: "Le remboursement de votre paiement n’a pas été effectué. Contactez le commerçant.",
  notSettled: "Le débit n’a pas été effectué et le montant est peut-être encore réservé. Contactez le commerçant.",
  followUpOpen: "Le commerçant examine cette opération avec la banque. Ne payez pas de nouveau.",
};

import type { Messages } from "@ventanilla/element";

/** The element's sentences. The type names one that is missing. */
export const messages: Messages = {
  lang: "fr",
  idle: "Payer par carte",
  open: "Afficher la page de la banque",
  pending: "Revenir à la page de la banque",
  approved: "Payé",
  unknown: "Paiement en cours d’examen",
  again: "Réessayer",
  atBank: "Effectuez le paiement sur la page de la banque.",
  required: "Veuillez payer par carte avant de continuer.",
  left: "Temps restant pour payer\u00a0:",
  opening: "Ouverture de la page de la banque…",
  stuck: "Si elle ne s’ouvre pas, fermez cette fenêtre et réessayez.",
  checking: "Nous vérifions votre paiement auprès de la banque.",
  either: "Vous n’avez pas pu payer\u00a0? Retournez à la page de la banque. Déjà payé\u00a0? Attendez ici.",
  unsafe: "Pour l’instant, ne payez par aucun autre moyen.",
  missed: "La page de la banque ne s’est pas ouverte. Votre carte n’a pas été débitée.",
  window: "Vous ne la voyez pas\u00a0? Ouvrez-la dans une autre fenêtre",
  close: "Fermer",
  cancel: "Fermer la page de la banque",
};

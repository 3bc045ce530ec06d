export { Access, Role } from './access.ts'
export { ACCESS_WITH_ARTICLE } from './access-with-article.ts'
export { allows, explainRefusal, type Need } from './access-rules.ts'
export {
  collaborationContract,
  Collaborator,
  Invitation,
  InvitationView,
  LastAction,
  Membership,
  Team,
} from './contract.ts'
export { explainLostAccess, type LostAccess } from './lost-access.ts'
export {
  hasRoom,
  INVITATION_DAYS,
  invitationEnd,
  type InvitationFacts,
  type InvitationState,
  invitationState,
} from './invitations.ts'
export { creditsLeft, MonthlyLimit, monthOf, monthStart, SPENDING_MONTHS } from './spending.ts'
export { MailDomain } from './mail-domain.ts'

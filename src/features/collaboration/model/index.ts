export { Access, ACCESS_NAMES, allows, explainRefusal, type Need, Role } from './access.ts'
export { collaborationContract, Collaborator, Invitation, InvitationView, Membership, Team } from './contract.ts'
export { explainLostAccess, type LostAccess } from './lost-access.ts'
export {
  hasRoom,
  INVITATION_DAYS,
  invitationEnd,
  type InvitationFacts,
  SPENDING_DAYS,
  invitationState,
} from './invitations.ts'

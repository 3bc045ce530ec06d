export { AcceptInvitationPage } from './accept-invitation-page.tsx'
export { CollaboratorsPage } from './collaborators-page.tsx'
export { LeaveButton, MembershipTag } from './memberships.tsx'
export { useInvited } from './use-invited.ts'

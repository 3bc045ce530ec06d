export { AcceptInvitationPage } from './accept-invitation-page.tsx'
export { CollaboratorsPage } from './collaborators-page.tsx'
export { LeaveButton, MembershipTag } from './memberships.tsx'
export { useInvitedEmail } from './use-invited-email.ts'

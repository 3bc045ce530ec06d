export { AcceptInvitationPage } from './accept-invitation-page.tsx'
export { CollaboratorsPage } from './collaborators-page.tsx'

import { AcceptInvitationPage } from '#features/collaboration/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'
import '../application.css'

export const meta = () => [
  { title: `Invitation · ${siteName()}` },
  { name: 'description', content: 'Accept an invitation to work on videos together.' },
  { name: 'robots', content: 'noindex' },
]

/** /accept-invitation/:invitationId */
export default function AcceptInvitation({ params: { invitationId = '' } }: PageProps) {
  return <AcceptInvitationPage key={invitationId} invitationId={invitationId} />
}

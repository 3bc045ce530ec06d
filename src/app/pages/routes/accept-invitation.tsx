import { AcceptInvitationPage } from '#features/collaboration/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'
import '../application.css'

export const meta = () => [
  { title: `Invitation · ${PRODUCT_NAME}` },
  { name: 'description', content: 'Accept an invitation to work on videos together.' },
  { name: 'robots', content: 'noindex' },
]

/** /accept-invitation/:invitationId */
export default function AcceptInvitation({ params: { invitationId = '' } }: PageProps) {
  return <AcceptInvitationPage key={invitationId} invitationId={invitationId} />
}

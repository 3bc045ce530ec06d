import { ReportConfirmation } from '#features/abuse/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Report sent · ${siteName()}` },
  { name: 'description', content: 'Your report is with us.' },
  { name: 'robots', content: 'noindex' },
]

/** /report/sent: after a report was sent as a plain form. */
export default function ReportSentPage() {
  return <ReportConfirmation />
}

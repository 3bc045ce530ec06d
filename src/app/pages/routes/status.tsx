import { StatusPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Status · ${siteName()}` },
  { name: 'description', content: `Whether ${siteName()} works right now, and how it did in the last 90 days.` },
]

/** /status. */
export default function Status() {
  return <StatusPage />
}

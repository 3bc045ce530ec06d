import { siteName } from '#platform/shared/product.ts'
import { ErrorScreen } from '../screens/error-screen.tsx'

export const meta = () => [{ title: `Something went wrong · ${siteName()}` }, { name: 'robots', content: 'noindex' }]

/** /error: answered for a page that failed to render. */
export default function ErrorPage() {
  return <ErrorScreen />
}

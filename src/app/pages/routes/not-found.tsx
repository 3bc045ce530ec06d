import { siteName } from '#platform/shared/product.ts'
import { NotFoundScreen } from '../screens/not-found-screen.tsx'

export const meta = () => [{ title: `Page Not Found · ${siteName()}` }, { name: 'robots', content: 'noindex' }]

/** Any unknown address; the server answers it with 404. */
export default function NotFound() {
  return <NotFoundScreen />
}

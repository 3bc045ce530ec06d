import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { ErrorScreen } from '../screens/error-screen.tsx'

export const meta = () => [{ title: `Something went wrong · ${PRODUCT_NAME}` }, { name: 'robots', content: 'noindex' }]

/** /error: what the server answers instead of a page it could not render. */
export default function ErrorPage() {
  return <ErrorScreen />
}

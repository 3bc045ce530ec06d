import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { ErrorScreen } from '../screens/error-screen.tsx'

export const meta = () => [{ title: `Something went wrong · ${PRODUCT_NAME}` }, { name: 'robots', content: 'noindex' }]

/** /error: answered for a page that failed to render. */
export default function ErrorPage() {
  return <ErrorScreen />
}

import { StatusPage } from '#features/operations/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Status · ${PRODUCT_NAME}` },
  { name: 'description', content: `Whether ${PRODUCT_NAME} works right now, and how it did in the last 90 days.` },
]

/** /status. */
export default function Status() {
  return <StatusPage />
}

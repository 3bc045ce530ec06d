import { HomePage } from '#features/site/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [{ title: `${PRODUCT_NAME}: captions that pop` }]

export default function Home() {
  return <HomePage />
}

import { UpdatesPage } from '#features/site/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import changelog from '../../../../CHANGELOG.md?raw'

export const meta = () => [
  { title: `Updates · ${PRODUCT_NAME}` },
  { name: 'description', content: `What is new in ${PRODUCT_NAME}, what got better, and what was repaired.` },
]

/** /updates (spec §2): the changelog of this build. */
export default function Updates() {
  return <UpdatesPage changelog={changelog} />
}

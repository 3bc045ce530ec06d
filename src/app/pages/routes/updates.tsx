import { UpdatesPage } from '#features/site/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'

export const meta = () => [
  { title: `Updates · ${PRODUCT_NAME}` },
  { name: 'description', content: `What is new in ${PRODUCT_NAME}, what got better, and what was repaired.` },
]

/** The changelog of this build. */
export const loadText = async () => (await import('../../../../CHANGELOG.md?raw')).default

/** /updates (spec §2). */
export default function Updates({ text }: PageProps) {
  return <UpdatesPage changelog={text} />
}

import { UpdatesPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'

export const meta = () => [
  { title: `Updates · ${siteName()}` },
  { name: 'description', content: `What is new in ${siteName()}, what got better, and what was repaired.` },
]

/** The changelog of this build. */
export const loadText = async () => (await import('../../../../CHANGELOG.md?raw')).default

/** /updates (spec §2). */
export default function Updates({ text }: PageProps) {
  return <UpdatesPage markdown={text} />
}

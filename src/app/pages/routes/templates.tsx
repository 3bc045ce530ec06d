import { useAccount } from '#features/accounts/web/index.ts'
import { type Gallery, TemplatesPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import type { PageProps } from '../router/page-modules.ts'
import { addressOfChoice } from '../use-choice-in-address.ts'

export const meta = () => [
  { title: `Caption templates · ${siteName()}` },
  {
    name: 'description',
    content: `Every caption template of ${siteName()}, moving word by word. Choose one, and your next captions wear it.`,
  },
]

/** The catalogue of this build. */
export const loadText = async () => (await import('./gallery-text.ts')).galleryText()

/** /templates: the gallery of templates. */
export default function Templates({ text }: PageProps) {
  const account = useAccount()
  const mounted = useMounted()
  const isKnown = mounted && Boolean(account.data)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text that `loadText` of this build made
  const gallery = JSON.parse(text) as Gallery
  return <TemplatesPage gallery={gallery} addressOf={(id) => addressOfChoice({ kind: 'template', id }, isKnown)} />
}

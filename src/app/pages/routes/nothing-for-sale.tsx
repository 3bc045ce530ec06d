import { NothingForSale } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Nothing is sold here · ${siteName()}` },
  { name: 'description', content: 'This site sells nothing: with an account you caption, edit and export freely.' },
]

/** Every page about sales (spec §2), on a site that sells nothing. */
export default function Nothing() {
  return <NothingForSale />
}

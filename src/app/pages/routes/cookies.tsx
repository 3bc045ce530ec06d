import { CookiesPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Cookie Policy · ${siteName()}` },
  {
    name: 'description',
    content: 'Every cookie and every local entry by its name, its purpose and how long it stays.',
  },
]

/** /cookies (spec §2). */
export default function Cookies() {
  return <CookiesPage />
}

import { RequireAccount } from '#features/accounts/web/index.ts'
import { BrandPage } from '#features/brand/web/index.ts'
import { TEMPLATES } from '#features/templates/model/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Brand kit · ${siteName()}` },
  { name: 'description', content: 'Your logo, colours and fonts, for all your videos.' },
]

/** /brand, for signed-in users. */
export default function Brand() {
  return (
    <RequireAccount>
      <BrandPage templates={TEMPLATES} />
    </RequireAccount>
  )
}

import { AffiliateMaterialsPage } from '#features/referrals/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Promotional Materials · ${PRODUCT_NAME}` },
  { name: 'description', content: 'Your affiliate link, its QR code, banners and texts to share.' },
]

/** /affiliate/materials, which the bar links to (spec §2). */
export default function AffiliateMaterials() {
  return <AffiliateMaterialsPage />
}

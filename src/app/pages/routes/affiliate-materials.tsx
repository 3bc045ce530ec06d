import { AffiliateMaterialsPage, type BannerWords } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Promotional Materials · ${siteName()}` },
  { name: 'description', content: 'Your affiliate link, its QR code, banners and texts to share.' },
]

/** /affiliate/materials, which the bar links to (spec §2). */
export default function AffiliateMaterials() {
  return <AffiliateMaterialsPage paintWords={paintWords} />
}

/** Loads the painter only for affiliates with banners to paint. */
async function paintWords(context: CanvasRenderingContext2D, words: BannerWords): Promise<void> {
  const { paintBannerWords } = await import('./caption-banner.ts')
  await paintBannerWords(context, words)
}

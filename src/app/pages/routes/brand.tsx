import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { RequireAccount } from '#features/accounts/web/index.ts'
import { BrandPage } from '#features/brand/web/index.ts'
import { TEMPLATES } from '#features/templates/model/index.ts'
import { AccountGlossary } from '#features/transcription/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Brand kit · ${siteName()}` },
  { name: 'description', content: 'Your logo, colours and fonts, for all your videos.' },
]

const StillCaptions = lazy(async () => ({ default: (await import('../workspace/still-captions.tsx')).StillCaptions }))

export const handle = { wideBar: true, needsAccount: true }

/** /brand, for signed-in users. */
export default function Brand() {
  return (
    <RequireAccount>
      <BrandPage templates={TEMPLATES} drawPicture={drawPicture} glossary={<AccountGlossary />} />
    </RequireAccount>
  )
}

function drawPicture(slot: ComponentProps<typeof StillCaptions>): ReactNode {
  return (
    <Suspense fallback={null}>
      <StillCaptions {...slot} />
    </Suspense>
  )
}

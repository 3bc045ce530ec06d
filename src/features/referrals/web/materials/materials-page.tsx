import type { ReactNode } from 'react'
import { siteName } from '#platform/shared/product.ts'
import type { Affiliate } from '../../model/contract.ts'
import { CopyField } from '../copy-field.tsx'
import { LinkCard, useReferralLink } from '../link-card.tsx'
import { AffiliatePage } from '../affiliate-page.tsx'
import type { PaintWords } from './banner.ts'
import { Banners } from './banners.tsx'
import { QrPicture } from './qr-picture.tsx'
import { SampleClips } from './sample-clips.tsx'

/** /affiliate/materials. `paintWords`: the product's caption painter, for the banners. */
export function AffiliateMaterialsPage({ paintWords }: { paintWords: PaintWords }) {
  return (
    <AffiliatePage
      title="Promotional Materials"
      lead="Your link, pictures and texts to share. Disclose that you earn a commission: these texts do."
    >
      {(affiliate) => <Materials affiliate={affiliate} paintWords={paintWords} />}
    </AffiliatePage>
  )
}

function Materials({ affiliate, paintWords }: { affiliate: Affiliate; paintWords: PaintWords }) {
  const link = useReferralLink(affiliate)
  const fileName = `${siteName().toLowerCase()}-${affiliate.referralUsername}`
  return (
    <div className="grid gap-10">
      <LinkCard affiliate={affiliate} />
      <Part title="Texts" lead="Edit them as you like, but keep the disclosure.">
        <div className="grid gap-4">
          {textsWith(link).map(({ label, value }) => (
            <CopyField key={label} label={label} value={value} isLong />
          ))}
        </div>
      </Part>
      <Part title="QR code" lead="For a slide, a poster or the end of a video.">
        <QrPicture link={link} fileName={`${fileName}-qr`} />
      </Part>
      <Part title="Banners" lead="Each contains your link. The words are rendered as in an export.">
        <Banners link={link} fileName={fileName} paintWords={paintWords} />
      </Part>
      <Part
        title="Captioned clips"
        lead="Examples of our captions. We made them ourselves from moving colours, without people or sound, with the same exporter as your videos."
      >
        <SampleClips fileName={fileName} />
      </Part>
    </div>
  )
}

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1 mb-4 text-muted">{lead}</p>
      {children}
    </section>
  )
}

/** Texts to share; each discloses the commission, as most laws require. */
function textsWith(link: string) {
  return [
    { label: 'For a description', value: `I caption my videos with ${siteName()}: ${link} ${DISCLOSURE}` },
    { label: 'For a post', value: `Word-timed captions for short videos, free to try: ${link} ${DISCLOSURE}` },
    {
      label: 'To say in a video',
      value: `Try it through my link in the description; I earn a commission if you buy: ${link}`,
    },
  ]
}

const DISCLOSURE = '(affiliate link: I earn a commission)'

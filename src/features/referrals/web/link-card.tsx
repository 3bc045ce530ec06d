import { useSite } from '#platform/web/use-site.ts'
import { Card } from '#ui/card.tsx'
import type { Affiliate } from '../model/contract.ts'
import { CopyField } from './copy-field.tsx'

/** The affiliate's link with a copy button. */
export function LinkCard({ affiliate }: { affiliate: Affiliate }) {
  const link = useReferralLink(affiliate)
  return (
    <Card as="section" size="lg" aria-labelledby="your-link">
      <h2 id="your-link" className="text-xl">
        Your link
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">Share it wherever you talk about captions.</p>
      <CopyField label="Your link" value={link} />
      <p className="mt-3 text-sm text-faint">
        Your code is <span className="tabular font-medium text-text">{affiliate.referralCode}</span>.
      </p>
    </Card>
  )
}

/** The affiliate's link. */
export function useReferralLink({ referralUsername }: Affiliate): string {
  const site = useSite()
  return `${site?.origin ?? ''}/${referralUsername}`
}

import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useAffiliateTerms } from '../affiliate-terms.ts'
import { declineVisit, rememberVisit } from './visit.ts'

/** Asks for consent to remember the affiliate's link on this device. Both answers are one click and look alike. */
export function ConsentLine({ affiliateName }: { affiliateName: string | null }) {
  const { windowDays } = useAffiliateTerms()
  const linkName = affiliateName === null ? 'an affiliate’s link' : `${affiliateName}’s link`
  return (
    <section
      aria-label="Affiliate link"
      className="fixed inset-x-3 bottom-3 z-20 mx-auto grid max-w-2xl gap-3 rounded-lg border border-border-strong bg-raised p-4 shadow-float sm:flex sm:items-center"
    >
      <p className="grow text-sm text-muted">
        You came through <span className="font-medium text-text">{linkName}</span>. May we remember that on this device
        for {windowDays} days? If you buy something, they earn a commission. You pay the same.{' '}
        <Link to="/cookies" className="text-accent-text underline underline-offset-3 hover:no-underline">
          What is stored
        </Link>
      </p>
      <div className="flex shrink-0 gap-2">
        <Button onClick={declineVisit}>No</Button>
        <Button onClick={rememberVisit}>Yes, remember</Button>
      </div>
    </section>
  )
}

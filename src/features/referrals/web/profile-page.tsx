import { Link } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { useSite } from '#platform/web/use-site.ts'
import type { Affiliate, Application } from '../model/contract.ts'
import { useApplication } from './affiliate.ts'
import { usePayoutSettings } from './affiliate-queries.ts'
import { useReferralLink } from './link-card.tsx'
import { countryName } from './payouts/countries.ts'
import { AffiliatePage } from './affiliate-page.tsx'
import { TEXT_LINK } from './labels.ts'

/** /affiliate/profile: the affiliate's data. */
export function AffiliateProfilePage() {
  return (
    <AffiliatePage title="Affiliate profile" lead="Your data as an affiliate.">
      {(affiliate) => (
        <>
          <Facts affiliate={affiliate} />
          <p className="mt-6 text-muted">
            Your name, e-mail and password are in your{' '}
            <Link to="/profile" className={TEXT_LINK}>
              account profile
            </Link>
            , your files in your{' '}
            <Link to="/storage" className={TEXT_LINK}>
              storage
            </Link>
            . To change the name of your link, or to leave the programme, <WriteToUs />; links you have shared keep
            working after a change.
          </p>
        </>
      )}
    </AffiliatePage>
  )
}

function WriteToUs() {
  const support = useSite()?.contacts.support
  if (support === undefined) return <>write to us</>
  return (
    <a href={`mailto:${support}`} className={TEXT_LINK}>
      write to us
    </a>
  )
}

function Facts({ affiliate }: { affiliate: Affiliate }) {
  const { data: account } = useAccount()
  const { data: payout } = usePayoutSettings()
  const { data: application } = useApplication()
  const facts = [
    { label: 'Name', value: affiliate.displayName || 'Not given' },
    { label: 'E-mail', value: account?.email ?? '' },
    { label: 'Link', value: useReferralLink(affiliate) },
    { label: 'Code', value: affiliate.referralCode },
    ...(application ? applied(application) : []),
  ]
  return (
    <dl className="divide-y divide-border border-y border-border">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid gap-1 py-3 sm:grid-cols-[10rem_1fr]">
          <dt className="text-faint">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
      <div className="grid gap-1 py-3 sm:grid-cols-[10rem_1fr]">
        <dt className="text-faint">Paid to</dt>
        <dd className="flex flex-wrap gap-x-4">
          {payout === undefined || payout === null ? 'Not given yet' : payout.label}
          <Link to="/affiliate/payout-settings" className={TEXT_LINK}>
            Payout Settings
          </Link>
        </dd>
      </div>
    </dl>
  )
}

function applied({ channel, country, termsVersion, appliedAt }: Application) {
  return [
    { label: 'Shared on', value: channel },
    { label: 'Country', value: countryName(country) },
    { label: 'Terms', value: `Of ${formatLongDay(termsVersion, 'utc')}, accepted on ${formatLongDay(appliedAt)}` },
  ]
}

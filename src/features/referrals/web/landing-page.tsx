import { Link } from 'react-router'
import type { AffiliateTerms } from '#platform/shared/contacts.ts'
import { siteName } from '#platform/shared/product.ts'
import { buttonClass } from '#ui/button-class.ts'
import { useAffiliate } from './affiliate.ts'
import { EarningsCalculator } from './earnings-calculator.tsx'
import { useAffiliateTerms } from './affiliate-terms.ts'
import { COMMISSION, TEXT_LINK, WAIT_DAYS } from './labels.ts'

/** /affiliate: the programme and how to join (spec §2). */
export function AffiliateLandingPage() {
  return (
    <>
      <section className="mx-auto max-w-6xl px-4 pt-14 pb-16 sm:px-6 sm:pt-20">
        <p className="font-display text-sm font-semibold text-accent-text">Affiliate programme</p>
        <h1 className="mt-3 max-w-[18ch] text-4xl sm:text-6xl">
          Earn {COMMISSION} of what the people you bring{' '}
          <span className="rounded-lg bg-accent box-decoration-clone px-2 text-on-accent">pay</span>
        </h1>
        <p className="mt-5 max-w-[52ch] text-lg text-muted">
          You make videos, your audience does too. Share your own {siteName()} link, and you get {COMMISSION} of every
          purchase of the people who sign up through it.
        </p>
        <Actions />
        <div className="mt-14">
          <EarningsCalculator />
        </div>
      </section>
      <HowItWorks />
      <Terms />
    </>
  )
}

function Actions() {
  const isAffiliate = Boolean(useAffiliate())
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {isAffiliate ? (
        <Link to="/affiliate/dashboard" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Go to your dashboard
        </Link>
      ) : (
        <>
          <Link to="/affiliate/signup" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Become an affiliate
          </Link>
          <Link to="/affiliate/login" className={buttonClass({ size: 'lg' })}>
            Affiliate login
          </Link>
        </>
      )}
    </div>
  )
}

function HowItWorks() {
  const { windowDays } = useAffiliateTerms()
  return (
    <section aria-labelledby="how-it-works" className="border-y border-border bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
        <h2 id="how-it-works" className="scroll-mt-24 text-3xl">
          How it works
        </h2>
        <ol className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-3">
          {stepsWith(windowDays).map(({ title, text }, index) => (
            <li key={title} className="border-t-2 border-accent pt-4">
              <p aria-hidden="true" className="tabular font-display text-sm font-semibold text-accent-text">
                {index + 1}
              </p>
              <h3 className="mt-2 text-xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Terms() {
  const terms = useAffiliateTerms()
  return (
    <section aria-labelledby="in-figures" className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
      <h2 id="in-figures" className="text-3xl">
        In figures
      </h2>
      <dl className="mt-8 grid gap-6 sm:grid-cols-3">
        {figuresWith(terms).map(({ figure, means }) => (
          <div key={figure} className="flex flex-col-reverse justify-end gap-1 border-l-2 border-border-strong pl-4">
            <dt className="max-w-[34ch] text-muted">{means}</dt>
            <dd className="tabular font-display text-4xl font-bold">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 text-muted">
        Joining is free, and needs only an account{terms.reviewsApplications && ': we review each application'}. The
        rules are in our{' '}
        <Link to="/terms" className={TEXT_LINK}>
          terms
        </Link>
        .
      </p>
    </section>
  )
}

function stepsWith(days: number) {
  return [
    { title: 'Choose your name', text: 'It becomes your link, short enough to say in a video.' },
    { title: 'Share it', text: 'In a description, a bio, a talk. It leads to our home page.' },
    {
      title: 'Earn',
      text: `Someone who signs up within ${days} days of following your link is your referral for good.`,
    },
  ]
}

function figuresWith({ windowDays, commissionMonths: months }: AffiliateTerms) {
  const until = months === null ? '' : ` in the ${months} months from their first`
  return [
    { figure: COMMISSION, means: `of the purchase amount, for each purchase of your referrals${until}` },
    { figure: `${windowDays} days`, means: 'between following your link and signing up' },
    { figure: `${WAIT_DAYS} days`, means: 'that a commission waits for refunds, before it is paid out monthly' },
  ]
}

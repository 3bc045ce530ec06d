import { Link } from 'react-router'
import { TAGLINE, siteName } from '#platform/shared/product.ts'
import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import { MailButton } from './mail-button.tsx'

/** The footer of every page but a workspace (spec §2). */
export function Footer() {
  const site = useSite()
  const sells = useIsSelling()
  const isOffered = ({ to }: { to: string }) => sells || !SALES_LINKS.has(to)
  return (
    <footer className="print:hidden drawn-later border-t border-border">
      <div className="mx-auto max-w-6xl px-4 py-12 text-sm sm:px-6">
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-[1.6fr_1fr_1fr_1.2fr]">
          <div className="max-md:col-span-2">
            <p className="font-display text-lg font-bold tracking-tight">{siteName()}</p>
            <p className="mt-2 max-w-[30ch] text-muted">{TAGLINE}</p>
            {site && (
              <div className="mt-5">
                <MailButton address={site.contacts.general} />
              </div>
            )}
          </div>
          <FooterLinks title="Quick Links" links={QUICK_LINKS.filter(isOffered)} />
          <FooterLinks
            title="Policies"
            links={POLICIES.filter(
              (link) => site?.policies?.includes(link.to.slice(1)) || (link.to !== IMPRINT && isOffered(link)),
            )}
          />
          {site && <Reach site={site} />}
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={HEADING}>{title}</h2>
      <ul className="grid justify-items-start gap-2.5">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The operator's mail addresses and social networks. */
function Reach({ site: { contacts, links } }: { site: NonNullable<ReturnType<typeof useSite>> }) {
  const mails = [
    { label: 'Legal', address: contacts.legal },
    { label: 'Support', address: contacts.support },
    { label: 'General', address: contacts.general },
  ]
  const elsewhere = [
    { label: 'Microblog', href: links.microblog },
    { label: 'Chat community', href: links.chat },
  ]
  return (
    <section aria-labelledby="reach-us" className="max-md:col-span-2">
      <h2 id="reach-us" className={HEADING}>
        Reach us
      </h2>
      <ul className="grid justify-items-start gap-2.5">
        {mails.map(({ label, address }) => (
          <li key={label} className="text-faint">
            {label}:{' '}
            <a href={`mailto:${address}`} className={LINK}>
              {address}
            </a>
          </li>
        ))}
        {elsewhere.map(
          ({ label, href }) =>
            href !== undefined && (
              <li key={label}>
                <a href={href} rel="me noopener" target="_blank" className={LINK}>
                  {label}
                </a>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}

const HEADING = 'mb-3 font-sans text-sm font-semibold tracking-normal text-text'
const LINK = 'hit-target break-words text-muted transition-colors hover:text-text'

/** Left out on a site that sells nothing. */
const SALES_LINKS: ReadonlySet<string> = new Set(['/pricing', '/affiliate', '/refund'])
const QUICK_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/affiliate', label: 'Affiliate Program' },
  { to: '/status', label: 'Status' },
]
/** Only where operators wrote one. */
const IMPRINT = '/imprint'
const POLICIES = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/cookies', label: 'Cookie' },
  { to: '/refund', label: 'Refund' },
  { to: IMPRINT, label: 'Imprint' },
]

import type { ReactNode } from 'react'
import { BookOpen, HeartPulse, Mail } from 'lucide-react'
import { Link } from 'react-router'
import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import type { CaptionPrice } from '../../model/pricing.ts'
import { parseText, sectionsOf } from '../../model/rich-text.ts'
import { problemsText } from '../../model/support-text.ts'
import { QuestionGroups } from './faq-questions.tsx'
import { PageOpening } from '../page-opening.tsx'
import { WithContents } from '../policy-contents.tsx'

/** /support (spec §2): common problems with their solutions, then how to contact us. */
export function SupportPage({ price }: { price: CaptionPrice }) {
  const contacts = useSite()?.contacts
  const { sections } = sectionsOf(parseText(problemsText({ contacts, price, sells: useIsSelling() })), 2)
  const address = contacts?.support
  return (
    <>
      <PageOpening
        title="Support"
        lead="Most problems are a minute's work. Look below for the sentence you see; if it is not there, write to us."
      >
        <ul className="mt-10 grid gap-px overflow-hidden rounded-xl border border-border bg-border sm:grid-cols-3">
          <Way to={address === undefined ? '/contact' : `mailto:${address}`} title="Write to us" icon={<Mail />}>
            {address ?? 'Tell us what happened'}
          </Way>
          <Way to="/status" title="Status" icon={<HeartPulse />}>
            Whether everything runs
          </Way>
          <Way to="/faq" title="Questions and answers" icon={<BookOpen />}>
            How things work
          </Way>
        </ul>
      </PageOpening>
      <WithContents entries={[...sections, WRITING]}>
        <QuestionGroups groups={sections} />
        <section aria-labelledby={WRITING.id} className="mt-12 max-w-[36rem] text-lg text-muted">
          <h2 id={WRITING.id} className="scroll-mt-24 text-2xl text-text">
            {WRITING.title}
          </h2>
          <p className="mt-4">
            Write from the address of your account. Tell us the title of the video, what you did, the sentence you saw,
            and about when. Never send your password; we do not need it.
          </p>
        </section>
      </WithContents>
    </>
  )
}

function Way({ to, title, icon, children }: { to: string; title: string; icon: ReactNode; children: string }) {
  const className =
    'flex h-full gap-4 bg-surface p-5 transition-colors hover:bg-raised [&_svg]:size-5 [&_svg]:mt-0.5 [&_svg]:shrink-0 [&_svg]:text-accent-text'
  const content = (
    <>
      <span aria-hidden="true">{icon}</span>
      <span className="min-w-0">
        <span className="block font-display text-lg font-semibold">{title}</span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">{children}</span>
      </span>
    </>
  )
  return (
    <li>
      {to.startsWith('/') ? (
        <Link to={to} className={className}>
          {content}
        </Link>
      ) : (
        <a href={to} className={className}>
          {content}
        </a>
      )}
    </li>
  )
}

const WRITING = { id: 'what-to-write', title: 'What to write' }

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LooksMiniature, TimingMiniature, TranscriptMiniature } from './miniatures.tsx'
import { SectionHeading } from './section-heading.tsx'

/** The product's features; the first three with a miniature. */
export function Features() {
  return (
    <section aria-labelledby="features" className="drawn-later border-t border-border">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <SectionHeading
          id="features"
          title="Captions that keep up with you"
          lead="Every word knows when it is spoken. Everything else follows from that."
        />
        <div className="mt-12 grid gap-4 lg:grid-cols-3">
          {MAIN_POINTS.map(({ title, text, miniature, more }) => (
            <article key={title} className="flex flex-col overflow-hidden rounded-xl border border-border bg-surface">
              <div aria-hidden="true" className="grid h-44 place-items-center border-b border-border bg-sunken px-6">
                {miniature}
              </div>
              <div className="p-6">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
                {more}
              </div>
            </article>
          ))}
        </div>
        <dl className="mt-4 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
          {MORE_POINTS.map(({ title, text }) => (
            <div key={title} className="border-t border-border py-6">
              <dt className="font-display text-lg font-semibold">{title}</dt>
              <dd className="mt-1.5 text-sm text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

const MAIN_POINTS: readonly { title: string; text: string; miniature: ReactNode; more?: ReactNode }[] = [
  {
    title: 'Timed to the word',
    text: 'Each word has its own start and end, read off the sound. Fix a spelling and the rest keep their times to the millisecond.',
    miniature: <TimingMiniature />,
  },
  {
    title: 'Edit it like a document',
    text: 'Click a word to play from it. Split a line with S, join two with M, undo as far back as you like.',
    miniature: <TranscriptMiniature />,
  },
  {
    title: 'Any look in one press',
    text: 'From a quiet Clean Line to a One Word Pop. What you see while you choose is, pixel for pixel, what you download.',
    miniature: <LooksMiniature />,
    more: (
      <Link to="/templates" className="hit-target mt-3 inline-block font-medium text-accent-text hover:underline">
        See all templates
      </Link>
    ),
  },
]

const MORE_POINTS = [
  {
    title: 'Uploads never start over',
    text: 'Close the lid, lose the network, come back: the upload goes on from the byte it had reached.',
  },
  {
    title: 'Every script',
    text: 'Emoji in colour, Arabic and Hebrew from the right, Hindi and Japanese with the right shapes.',
  },
  {
    title: 'Your words, if you have them',
    text: 'Paste a script or bring an SRT or VTT file, and each word is timed to your voice.',
  },
  {
    title: 'Take it anywhere',
    text: 'MP4 with the sound untouched, plus SRT, WebVTT and JSON. Never a watermark.',
  },
]

import { SectionHeading } from './section-heading.tsx'

/** The four steps from clip to post, in the product's terms for its stages. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="drawn-later border-t border-border bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <SectionHeading
          id="how-it-works"
          title="From clip to post in four steps"
          lead="About two minutes of your attention. The rest happens while you do something else."
        />
        <ol className="mt-12 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map(({ title, text }, index) => (
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

const STEPS = [
  {
    title: 'Drop your video',
    text: 'MP4, MOV, WebM or MKV, from your computer or your phone. You see speed and time left, and can pause.',
  },
  {
    title: 'We listen',
    text: 'The speech is turned into timed words in front of you. You can leave the page and come back.',
  },
  {
    title: 'Make it yours',
    text: 'Correct what was misheard, move line breaks, pick a look. Words we are unsure of are underlined.',
  },
  {
    title: 'Export and post',
    text: 'The captions are burned in at full quality. Exports and caption files cost nothing more.',
  },
]

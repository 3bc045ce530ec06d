import { pluralize } from '#platform/shared/format/numbers.ts'
import { type CaptionPrice, creditsFor, formatSpan } from '../../model/pricing.ts'

/** The price of actions in credits, with examples, and the free actions. */
export function CreditsExplained({ price }: { price: CaptionPrice }) {
  return (
    <section aria-labelledby="credits" className="drawn-later border-t border-border">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-10 px-4 py-16 sm:px-6 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h2 id="credits" className="scroll-mt-24 text-3xl">
            What a credit buys
          </h2>
          <p className="mt-4 max-w-[36rem] text-lg text-muted">
            Captioning costs {price.credits} credits for each started {formatSpan(price)} of video. Credits are set
            aside when the work starts and charged when your captions are ready. If it fails or you stop it, they are
            back at once.
          </p>
          <p className="mt-4 max-w-[36rem] text-lg text-muted">
            What is left of a plan's credits rolls over, up to one month's worth. What expires soonest is used first.
          </p>
        </div>
        <dl className="border-b border-border">
          {EXAMPLES.map(({ what, durationMs }) => (
            <Line key={what} what={what}>
              {pluralize(creditsFor(durationMs, price), 'credit')}
            </Line>
          ))}
          {FREE.map((what) => (
            <Line key={what} what={what}>
              free
            </Line>
          ))}
        </dl>
      </div>
    </section>
  )
}

function Line({ what, children }: { what: string; children: string }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-t border-border py-3">
      <dt className="text-muted">{what}</dt>
      <dd className="tabular shrink-0 font-medium">{children}</dd>
    </div>
  )
}

const SECOND_MS = 1_000
const EXAMPLES = [
  { what: 'A reel of 40 seconds', durationMs: 40 * SECOND_MS },
  { what: 'A tutorial of 8 minutes', durationMs: 480 * SECOND_MS },
  { what: 'A podcast of an hour', durationMs: 3_600 * SECOND_MS },
]
const FREE = [
  'Editing and changing the look, as often as you like',
  'Exports of the video, as many as you like',
  'SRT, WebVTT and JSON files',
]

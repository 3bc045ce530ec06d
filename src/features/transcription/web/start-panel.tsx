import { useState } from 'react'
import { RotateCw } from 'lucide-react'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Transcription } from '../model/contract.ts'
import type { EarlierCut } from './earlier-cut.tsx'
import { useQuote } from './queries.ts'
import { ScriptMisfit } from './script-misfit.tsx'
import { type MoreCredits, StartForm } from './start-form.tsx'
import type { ChosenStart, FirstLanguage, SourceKind } from './use-start-form.ts'

/** The first transcription step: source of the words, language, engine and price. */
export function StartPanel({
  projectId,
  isMeasured = true,
  last,
  first,
  firstLanguage,
  earlier,
  renderMoreCredits,
}: {
  projectId: string
  /** Whether the length of the video, and so the price, is known. Default: true. */
  isMeasured?: boolean
  /** The latest run, if it ended without captions. */
  last: Transcription | null
  first?: ChosenStart | undefined
  firstLanguage?: FirstLanguage | undefined
  /** Default: no choice. */
  earlier?: EarlierCut | undefined
  renderMoreCredits?: MoreCredits
}) {
  const quote = useQuote(projectId, isMeasured)
  const [instead, setInstead] = useState<SourceKind>()
  return (
    <section aria-labelledby="make-captions" className="grid gap-5">
      <h2 id="make-captions" className="text-2xl">
        Make captions
      </h2>
      {last?.fit && instead === undefined && (
        <ScriptMisfit run={last} fit={last.fit} first={first} onInstead={setInstead} />
      )}
      {last && last.fit === null && (
        <LastRun run={last} whose={quote.data?.available === null ? 'the owner’s' : 'your'} />
      )}
      {quote.isPending && <Placeholder />}
      {quote.isError && (
        <Notice
          tone="error"
          title="This form could not be loaded"
          actions={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void quote.refetch()}>
              Try again
            </Button>
          }
        >
          {quote.error.message}
        </Notice>
      )}
      {quote.data && (
        <StartForm
          // Another choice resets the form.
          key={instead}
          projectId={projectId}
          quote={quote.data}
          first={first}
          firstLanguage={firstLanguage}
          earlier={earlier}
          renderMoreCredits={renderMoreCredits}
          firstKind={instead}
        />
      )}
    </section>
  )
}

function LastRun({ run, whose }: { run: Transcription; whose: string }) {
  const sells = useIsSelling()
  const refund = sells && run.credits > 0 && <>The credits are back in {whose} account.</>
  if (run.state === 'cancelled') {
    return (
      <Notice tone="info" title="You stopped the transcript">
        {refund || 'You can start again.'}
      </Notice>
    )
  }
  if (run.state !== 'failed') return null
  return (
    <Notice tone="warning" title="No captions were made">
      {run.note ?? 'Something went wrong while listening.'} {refund}
    </Notice>
  )
}

function Placeholder() {
  return (
    <div role="status" aria-label="Loading the form" className="grid gap-4">
      <Skeleton className="h-9" />
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-11 w-56" />
    </div>
  )
}

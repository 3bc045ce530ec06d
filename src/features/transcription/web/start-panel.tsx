import { RotateCw } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Transcription } from '../model/contract.ts'
import { useQuote } from './queries.ts'
import { type MoreCredits, StartForm } from './start-form.tsx'

/** The first transcription step: source of the words, language, engine and price. */
export function StartPanel({
  projectId,
  last,
  renderMoreCredits,
}: {
  projectId: string
  /** The latest run, if it ended without captions. */
  last: Transcription | null
  renderMoreCredits?: MoreCredits
}) {
  const quote = useQuote(projectId)
  return (
    <section aria-labelledby="make-captions" className="grid gap-5">
      <h2 id="make-captions" className="text-2xl">
        Make captions
      </h2>
      {last && <LastRun run={last} whose={quote.data?.available === null ? 'the owner’s' : 'your'} />}
      {quote.isPending && <Placeholder />}
      {quote.isError && (
        <Notice
          tone="error"
          title="The price could not be loaded"
          actions={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void quote.refetch()}>
              Try again
            </Button>
          }
        >
          {quote.error.message}
        </Notice>
      )}
      {quote.data && <StartForm projectId={projectId} quote={quote.data} renderMoreCredits={renderMoreCredits} />}
    </section>
  )
}

function LastRun({ run, whose }: { run: Transcription; whose: string }) {
  if (run.state === 'cancelled') {
    return (
      <Notice tone="info" title="You stopped the transcript">
        The credits are back in {whose} account.
      </Notice>
    )
  }
  if (run.state !== 'failed') return null
  return (
    <Notice tone="warning" title="No captions were made">
      {run.note ?? 'Something went wrong while listening.'} The credits are back in {whose} account.
    </Notice>
  )
}

function Placeholder() {
  return (
    <div role="status" aria-label="Loading the price" className="grid gap-4">
      <Skeleton className="h-9" />
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-11 w-56" />
    </div>
  )
}

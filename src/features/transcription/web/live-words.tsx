import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatProgress, pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { CROWDED } from '#platform/web/stream.ts'
import { useDocumentTitle } from '#platform/web/use-document-title.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { captionPrice, PRICED_SPAN_MS } from '../model/caption-price.ts'
import type { Transcription } from '../model/contract.ts'
import { isUncertain, type SpokenWord } from '../model/word.ts'
import { useCancelTranscription, useLiveTranscription } from './queries.ts'

/** An active run: its progress, its words as they arrive, and a stop button for those allowed to use it. */
export function LiveWords({
  projectId,
  run: started,
  mayStop = true,
}: {
  projectId: string
  run: Transcription
  mayStop?: boolean
}) {
  const { run: latest, words, interruption } = useLiveTranscription(projectId)
  const run = latest ?? started
  const sells = useIsSelling()
  useDocumentTitle(run.state === 'pending' ? undefined : `${formatProgress(run.progress)} · Making captions`)
  // With the sound of the video here, listening has begun.
  const isListening = run.state !== 'pending' || run.credits > 0
  if (!isListening) return <Pending projectId={projectId} mayStop={mayStop} />
  return (
    <section aria-labelledby="making-captions" className="grid gap-5">
      <h2 id="making-captions" className="text-2xl">
        Making your captions
      </h2>
      {interruption !== null && (
        <Notice tone="warning">
          {interruption === 'crowded'
            ? CROWDED
            : 'The connection to the server is lost. The work goes on; this page follows when it is back.'}
        </Notice>
      )}
      <ProgressBar
        label={run.state === 'queued' ? 'Waiting for a free listener' : 'Listening'}
        value={run.progress}
        detail={`${run.engineLabel}${sells ? ` · ${pluralize(run.credits, 'credit')}, charged only when the captions are ready` : ''}. You can leave this page.`}
      />
      {run.note !== null && <Notice tone="info">{run.note}</Notice>}
      <Words words={words.length === 0 ? (run.firstWords ?? []) : words} />
      {mayStop && <StopButton projectId={projectId} label={sells ? 'Stop and get the credits back' : 'Stop'} />}
    </section>
  )
}

/** A run that starts automatically; the upload above it shows its progress. */
function Pending({ projectId, mayStop }: { projectId: string; mayStop: boolean }) {
  const sells = useIsSelling()
  return (
    <section aria-labelledby="captions-next" className="grid gap-4">
      <h2 id="captions-next" className="text-2xl">
        Captions come next
      </h2>
      <p role="status" className="text-muted">
        They start automatically once the video is uploaded and its length is measured.
        {sells &&
          ` The price is shown then: ${captionPrice(0)} credits for each started ${PRICED_SPAN_MS / 60_000} minutes, charged only when the captions are ready.`}
      </p>
      {mayStop && <StopButton projectId={projectId} label="Don’t start them" />}
    </section>
  )
}

/** The words so far, in a box that scrolls along until the reader scrolls up. */
function Words({ words }: { words: readonly SpokenWord[] }) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)

  useEffect(() => {
    if (follows.current) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [words.length])

  return (
    <div
      ref={box}
      role="log"
      aria-label="Words found so far"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 40
      }}
      className="h-64 overflow-y-auto rounded-lg border border-border bg-sunken p-5 text-lg leading-8"
    >
      {words.length === 0 && <p className="text-faint">The first words appear here in a moment.</p>}
      <p>
        {words.map((word) => (
          <span key={word.startMs} className="animate-[spinner-in_200ms]">
            <span
              className={
                isUncertain(word.confidence)
                  ? 'underline decoration-warning decoration-dotted underline-offset-4'
                  : undefined
              }
            >
              {word.text}
            </span>{' '}
          </span>
        ))}
      </p>
    </div>
  )
}

function StopButton({ projectId, label }: { projectId: string; label: string }) {
  const cancel = useCancelTranscription(projectId)
  const stop = () => cancel.mutate({ projectId }, { onError: (error) => toast.error(asAppError(error).message) })
  return (
    <div>
      <Button icon={<X aria-hidden="true" />} busy={cancel.isPending} onClick={stop}>
        {label}
      </Button>
    </div>
  )
}

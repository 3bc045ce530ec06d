import { Download, X } from 'lucide-react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatTimeLeft } from '#platform/shared/format/durations.ts'
import { formatNumber, formatProgress } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { CROWDED, type Interruption } from '#platform/web/stream.ts'
import { useDocumentTitle } from '#platform/web/use-document-title.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Render } from '../../model/contract.ts'
import { useCancelRender, useLiveRender } from '../queries.ts'

type RenderCardProps = {
  readonly render: Render
  readonly mayStop: boolean
  /** Whether its download is what the person most likely wants. Default: false. */
  readonly isNewest?: boolean
}

/** One export, in any state. */
export function RenderCard({ render, mayStop, isNewest = false }: RenderCardProps) {
  const interruption = useLiveRender(render)
  switch (render.state) {
    case 'queued':
    case 'running':
      return <Working render={render} interruption={interruption} mayStop={mayStop} />
    case 'done':
      return <Finished render={render} isNewest={isNewest} />
    case 'failed':
      return (
        <Notice tone="error" title="This export failed">
          {render.problem ?? 'Please try again.'}
        </Notice>
      )
    case 'cancelled':
      return (
        <p className="rounded-lg border border-border px-4 py-3 text-sm text-muted">
          You stopped the export of {timeOf(render)}.
        </p>
      )
    default:
      return render.state satisfies never
  }
}

function Working({
  render,
  interruption,
  mayStop,
}: {
  render: Render
  interruption: Interruption | null
  mayStop: boolean
}) {
  const cancel = useCancelRender()
  const { framesDone, framesTotal, state } = render
  const done = framesTotal === 0 ? 0 : framesDone / framesTotal
  useDocumentTitle(`${formatProgress(done)} · Exporting`)
  return (
    <div className="grid gap-3 rounded-lg border border-border bg-raised p-4">
      <ProgressBar
        label={state === 'queued' ? 'Waiting for its turn' : 'Exporting'}
        value={done}
        detail={state === 'running' ? detailOf(render) : waitOf(render)}
      />
      {interruption !== null && (
        <Notice tone="warning">
          {interruption === 'crowded' ? CROWDED : 'The connection to the server is lost. The export goes on.'}
        </Notice>
      )}
      {mayStop && (
        <Button
          size="sm"
          icon={<X aria-hidden="true" />}
          busy={cancel.isPending}
          className="justify-self-start"
          onClick={() =>
            cancel.mutate({ renderId: render.id }, { onError: (error) => toast.error(asAppError(error).message) })
          }
        >
          Stop the export
        </Button>
      )}
    </div>
  )
}

function Finished({ render, isNewest }: Pick<RenderCardProps, 'render'> & { isNewest: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-border bg-raised p-4">
      <div className="min-w-0 grow">
        <p className="font-medium">Ready to post</p>
        <p className="tabular text-sm text-muted">
          {timeOf(render)}
          {render.sizeBytes !== null && ` · ${formatBytes(render.sizeBytes)}`}
        </p>
      </div>
      {render.download !== null && (
        <a href={render.download} download className={buttonClass({ variant: isNewest ? 'primary' : 'secondary' })}>
          <Download aria-hidden="true" />
          Download video
        </a>
      )}
    </div>
  )
}

function waitOf({ ahead }: Render): string {
  if (ahead === null || ahead === 0) return 'You can leave this page.'
  return `${formatNumber(ahead)} of your exports ${ahead === 1 ? 'is' : 'are'} before this one. You can leave this page.`
}

function detailOf({ framesDone, framesTotal, remainingMs }: Render): string {
  const frames = `Frame ${formatNumber(framesDone)} of ${formatNumber(framesTotal)}`
  const done = remainingMs === null ? frames : `${frames} · ${formatTimeLeft(remainingMs)}`
  return `${done}. You can leave this page.`
}

function timeOf({ createdAt }: Render): string {
  return formatMoment(createdAt)
}

import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import type { AppError } from '#platform/shared/errors.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { RenderQuality } from '../../model/contract.ts'
import { RenderCard } from './render-card.tsx'
import { isFinal, useRenders, useStartRender } from '../queries.ts'

/** Props of {@link ExportPanel}. */
export type ExportPanelProps = {
  readonly projectId: string
  /** Resolves when all edits are saved, so that the export contains them. */
  save(): Promise<void>
  /** Whether the person may start and stop exports; viewers and reviewers can only download. */
  readonly mayExport: boolean
  /** What an export still waits for, as one sentence; null if nothing. Default: null. */
  readonly waitsFor?: string | null
}

const QUALITIES = [
  { value: 'standard', label: 'Standard' },
  { value: 'best', label: 'Best quality' },
] as const

/** Starts an export, shows its progress, and lists downloads and earlier exports. A finished one comes first. */
export function ExportPanel({ projectId, save, mayExport, waitsFor = null }: ExportPanelProps) {
  const renders = useRenders(projectId)
  const [quality, setQuality] = useState<RenderQuality>('standard')
  const { begin, busy, refused, exported } = useExport({ projectId, quality, save })
  const working = renders.data?.some((render) => !isFinal(render)) === true
  const ready = renders.data?.find(({ state }) => state === 'done')

  return (
    <section aria-labelledby="export-video" className="grid grid-cols-1 gap-4">
      <h2 id="export-video" className="text-lg">
        Video
      </h2>
      {ready !== undefined && <RenderCard render={ready} mayStop={mayExport} isNewest />}
      {mayExport && !working && (
        <>
          <Segmented label="Quality" options={QUALITIES} value={quality} onChange={setQuality} />
          <p className="text-sm text-muted">
            {quality === 'best'
              ? 'A smaller file at the same sharpness. Takes about twice as long.'
              : 'What social networks take: MP4, your size and frame rate, sound untouched.'}
          </p>
          <Button
            variant={ready === undefined ? 'primary' : 'secondary'}
            size="lg"
            icon={<Clapperboard aria-hidden="true" />}
            busy={busy}
            disabled={waitsFor !== null}
            aria-describedby="export-when"
            onClick={() => void begin()}
          >
            Export video
          </Button>
          <p id="export-when" className={waitsFor === null ? 'text-xs text-faint' : 'text-sm text-muted'}>
            {waitsFor ?? 'Exports are free, as often as you like.'}
          </p>
        </>
      )}
      {refused !== undefined && <Refused refused={refused} />}
      {exported !== undefined && (
        <Notice tone="info" title="Already exported">
          Nothing has changed since this export was made. Download it {exported === ready?.id ? 'above' : 'below'}.
        </Notice>
      )}
      {!mayExport && renders.data?.length === 0 && (
        <p className="text-sm text-muted">There is no export yet. The owner or an editor can create one.</p>
      )}
      <Renders renders={renders} mayStop={mayExport} shownAbove={ready?.id} />
    </section>
  )
}

/** The refusal of an export. A full queue is a warning with the time to wait, not an error. */
function Refused({ refused: { code, message, details } }: { refused: AppError }) {
  if (code !== 'too_many_requests') {
    return (
      <Notice tone="error" title="The export did not start">
        {message}
      </Notice>
    )
  }
  const minutes = Math.max(1, Math.ceil(Number(details['retryAfterSeconds'] ?? 60) / 60))
  return (
    <Notice tone="warning" title="Your exports are still being made">
      {message} Try again in about {minutes === 1 ? 'a minute' : pluralize(minutes, 'minute')}.
    </Notice>
  )
}

function Renders({
  renders,
  mayStop,
  shownAbove,
}: {
  renders: ReturnType<typeof useRenders>
  mayStop: boolean
  shownAbove: string | undefined
}) {
  if (renders.isPending) return <Skeleton className="h-16" />
  if (renders.isError) {
    return (
      <Notice tone="error" actions={<Button onClick={() => void renders.refetch()}>Try again</Button>}>
        {renders.error.message}
      </Notice>
    )
  }
  const others = renders.data.filter(({ id }) => id !== shownAbove)
  return (
    <ul className="grid gap-2 empty:hidden">
      {others.map((render) => (
        <li key={render.id}>
          <RenderCard render={render} mayStop={mayStop} />
        </li>
      ))}
    </ul>
  )
}

/** Saves before the export starts, so that it contains the captions on screen. */
function useExport({
  projectId,
  quality,
  save,
}: Omit<ExportPanelProps, 'mayExport' | 'waitsFor'> & { quality: RenderQuality }) {
  const start = useStartRender()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState<AppError>()
  return {
    busy: saving || start.isPending,
    refused,
    /** The id of the export that answers the press, because it contains the same captions. */
    exported: start.data?.state === 'done' && !start.isPending ? start.data.id : undefined,
    async begin() {
      setSaving(true)
      setRefused(undefined)
      try {
        await save()
        await start.mutateAsync({ projectId, quality })
      } catch (error) {
        setRefused(asAppError(error))
      } finally {
        setSaving(false)
      }
    },
  }
}

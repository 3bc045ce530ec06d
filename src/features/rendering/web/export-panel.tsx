import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { RenderQuality } from '../model/contract.ts'
import { RenderCard } from './render-card.tsx'
import { isFinal, useRenders, useStartRender } from './queries.ts'

/** Props of {@link ExportPanel}. */
export type ExportPanelProps = {
  readonly projectId: string
  /** Ends when every edit is saved, so that the export shows them. */
  save(): Promise<void>
  /** Whether the one who looks may start and stop exports; a viewer only downloads. */
  readonly mayExport: boolean
}

const QUALITIES = [
  { value: 'standard', label: 'Standard' },
  { value: 'best', label: 'Best quality' },
] as const

/** The video with its captions burned in: start, progress, download, and the exports before. */
export function ExportPanel({ projectId, save, mayExport }: ExportPanelProps) {
  const renders = useRenders(projectId)
  const [quality, setQuality] = useState<RenderQuality>('standard')
  const { begin, busy, problem } = useExport({ projectId, quality, save })
  const working = renders.data?.some((render) => !isFinal(render)) === true

  return (
    <section aria-labelledby="export-video" className="grid grid-cols-1 gap-4">
      <h2 id="export-video" className="text-lg">
        Video
      </h2>
      {mayExport && !working && (
        <>
          <Segmented label="Quality" options={QUALITIES} value={quality} onChange={setQuality} />
          <p className="text-sm text-muted">
            {quality === 'best'
              ? 'A smaller file at the same sharpness. Takes about twice as long.'
              : 'What social networks take: MP4, your size and frame rate, sound untouched.'}
          </p>
          <Button
            variant="primary"
            size="lg"
            icon={<Clapperboard aria-hidden="true" />}
            busy={busy}
            onClick={() => void begin()}
          >
            Export video
          </Button>
          <p className="text-xs text-faint">Exports are free, as often as you like.</p>
        </>
      )}
      {problem !== undefined && (
        <Notice tone="error" title="The export did not start">
          {problem}
        </Notice>
      )}
      {!mayExport && renders.data?.length === 0 && (
        <p className="text-sm text-muted">No export is there yet. Its owner or an editor makes one.</p>
      )}
      <Renders renders={renders} mayStop={mayExport} />
    </section>
  )
}

function Renders({ renders, mayStop }: { renders: ReturnType<typeof useRenders>; mayStop: boolean }) {
  if (renders.isPending) return <Skeleton className="h-16" />
  if (renders.isError) {
    return (
      <Notice tone="error" actions={<Button onClick={() => void renders.refetch()}>Try again</Button>}>
        {renders.error.message}
      </Notice>
    )
  }
  return (
    <ul className="grid gap-2 empty:hidden">
      {renders.data.map((render) => (
        <li key={render.id}>
          <RenderCard render={render} mayStop={mayStop} />
        </li>
      ))}
    </ul>
  )
}

/** Saves first: an export shows the captions as they are on the screen. */
function useExport({ projectId, quality, save }: Omit<ExportPanelProps, 'mayExport'> & { quality: RenderQuality }) {
  const start = useStartRender()
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    busy: saving || start.isPending,
    problem,
    async begin() {
      setSaving(true)
      setProblem(undefined)
      try {
        await save()
        await start.mutateAsync({ projectId, quality })
      } catch (error) {
        setProblem(asAppError(error).message)
      } finally {
        setSaving(false)
      }
    },
  }
}

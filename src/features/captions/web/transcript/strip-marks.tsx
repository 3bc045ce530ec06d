import { useMemo } from 'react'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import { usePlaybackSettings } from '../playback/use-playback-settings.ts'

/** The loop and the markers on the strip of captions. */
export function StripMarks() {
  const { player } = useOpenEditor()
  const { loop } = usePlaybackSettings(player)
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const markers = useEditor(({ doc }) => doc.markers)
  const lines = useMemo(() => markers?.map(({ t }) => `M${t} 0v1`).join('') ?? '', [markers])
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${durMs} 1`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full overflow-hidden rounded-md"
    >
      {loop !== null && (
        <rect x={loop.t0} width={loop.t1 - loop.t0} height={1} data-loop="" className="fill-accent opacity-25" />
      )}
      <path d={lines} data-markers="" vectorEffect="non-scaling-stroke" strokeWidth={2} className="stroke-accent" />
    </svg>
  )
}

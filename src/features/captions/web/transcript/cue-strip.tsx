import { useEffect, useMemo, useRef } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { type CaptionDocument, timedCuesOf } from '../../model/index.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import { useEditorAfterPaint } from '../store/use-after-paint.ts'
import { StripMarks } from './strip-marks.tsx'

/** A slider with all captions along the video and the playhead, which moves without React during playback. */
export function CueStrip() {
  const { player } = useOpenEditor()
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const slider = useRef<HTMLInputElement>(null)
  const head = useRef<HTMLDivElement>(null)

  useEffect(
    () =>
      player.onTime((tMs) => {
        if (slider.current !== null) {
          slider.current.value = String(Math.round(tMs))
          slider.current.ariaValueText = formatMediaTime(tMs, 1)
        }
        // As wide as the strip, so that its share of the strip moves it without a layout.
        if (head.current !== null) head.current.style.transform = `translateX(${(100 * tMs) / durMs}%)`
      }),
    [player, durMs],
  )

  return (
    <div className="h-9 min-w-0 grow rounded-md bg-sunken pointer-coarse:h-11 has-focus-visible:outline-2 has-focus-visible:outline-ring">
      {/* A block of its own: the moving thumb lays out this block and not, as in a flex item, the whole page. */}
      <div className="relative size-full [contain:size_layout]">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${durMs} 1`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-hidden rounded-md"
        >
          <CueBlocks />
        </svg>
        <StripMarks />
        <div ref={head} aria-hidden="true" className="pointer-events-none absolute -inset-y-0.5 w-full">
          <div className="h-full w-0.5 -translate-x-1/2 rounded-full bg-accent" />
        </div>
        <input
          ref={slider}
          type="range"
          aria-label="Position"
          min={0}
          max={durMs}
          step={100}
          defaultValue={0}
          onChange={(event) => player.seek(event.target.valueAsNumber)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
    </div>
  )
}

function CueBlocks() {
  // Drawn once the edited word is painted.
  const doc = useEditorAfterPaint((state) => state.doc)
  const blocks = useMemo(() => blocksPath(doc), [doc])
  return <path d={blocks} className="fill-border-strong" />
}

/** Parts of the strip that the eye can distinguish. */
const PARTS = 800

/**
 * A path with one rectangle for each caption, in ms by height 1, with small gaps between neighbours. Captions too
 * short to be distinguished share a rectangle, so that the path of a long video is as short as any.
 */
function blocksPath(doc: CaptionDocument): string {
  const hair = doc.media.durMs / PARTS
  const blocks: string[] = []
  let block: { readonly t0: number; t1: number } | undefined
  for (const { t0, t1 } of timedCuesOf(doc)) {
    if (block !== undefined && (t1 - block.t0 < 2 * hair || t0 - block.t0 < hair)) {
      block.t1 = t1
      continue
    }
    if (block !== undefined) blocks.push(rectangle(block, hair))
    block = { t0, t1 }
  }
  if (block !== undefined) blocks.push(rectangle(block, hair))
  return blocks.join('')
}

function rectangle({ t0, t1 }: { readonly t0: number; readonly t1: number }, hair: number): string {
  return `M${t0} .28h${Math.max(hair, t1 - t0 - hair)}v.44H${t0}z`
}

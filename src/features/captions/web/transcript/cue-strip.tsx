import { useEffect, useMemo, useRef } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { classNames } from '#ui/class-names.ts'
import { LayoutBoundary } from '#ui/layout-boundary.tsx'
import { type CaptionDocument, timedCuesOf } from '../../model/index.ts'
import { followTime } from '../playback/follow-time.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import { useEditorAfterPaint } from '../store/use-after-paint.ts'
import { StripMarks } from './strip-marks.tsx'

/**
 * Digits of the playhead's position in percent: a tenth of a pixel. In a long video most frames stay within it, and a
 * new position, however near, makes the browser paint.
 */
const POSITION_DIGITS = 2

/** A slider with all captions along the video and the playhead, which moves without React during playback. */
export function CueStrip() {
  const { player } = useOpenEditor()
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const slider = useRef<HTMLInputElement>(null)
  const head = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let shown = ''
    return followTime(player, (tMs) => {
      if (slider.current !== null) {
        slider.current.value = String(Math.round(tMs))
        slider.current.ariaValueText = formatMediaTime(tMs, 1)
      }
      const position = `${((100 * tMs) / durMs).toFixed(POSITION_DIGITS)}%`
      if (head.current === null || position === shown) return
      shown = position
      head.current.style.backgroundPositionX = position
    })
  }, [player, durMs])

  return (
    <LayoutBoundary className="h-9 min-w-0 grow rounded-md bg-sunken pointer-coarse:h-11 has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${durMs} 1`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-hidden rounded-md"
      >
        <CueBlocks />
      </svg>
      <StripMarks />
      <div ref={head} aria-hidden="true" className={HEAD} />
      <input
        ref={slider}
        type="range"
        aria-label="Position"
        min={0}
        max={durMs}
        step={100}
        defaultValue={0}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
        className={SLIDER}
      />
    </LayoutBoundary>
  )
}

/**
 * The playhead, drawn as a background so that it moves without a layout. A hundredth of it is transparent: Chromium
 * composes all layers of the page again when an opaque part of it moves.
 */
const HEAD =
  'pointer-events-none absolute -inset-x-px -inset-y-0.5 bg-[linear-gradient(color-mix(in_srgb,var(--tone-accent)_99%,transparent)_0_100%)] bg-size-[2px_100%] bg-no-repeat'

/**
 * Invisible. A thumb that the system draws would compose all layers again too, and a press would miss its time by half
 * the thumb.
 */
const SLIDER = classNames(
  'absolute inset-0 size-full cursor-pointer appearance-none opacity-0',
  '[&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none',
  '[&::-moz-range-thumb]:h-full [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0',
)

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

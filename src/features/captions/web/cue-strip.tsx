import { useEffect, useMemo, useRef } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { type CaptionDocument, timedCuesOf } from '../model/index.ts'
import { useDocument, useOpenEditor } from './editor-context.ts'

/** A slider with all captions along the video and the playhead, which moves without React during playback. */
export function CueStrip() {
  const { player } = useOpenEditor()
  const doc = useDocument()
  const blocks = useMemo(() => blocksPath(doc), [doc])
  const slider = useRef<HTMLInputElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const { durMs } = doc.media

  useEffect(
    () =>
      player.onTime((tMs) => {
        if (slider.current !== null) {
          slider.current.value = String(Math.round(tMs))
          slider.current.ariaValueText = formatMediaTime(tMs, 1)
        }
        if (head.current !== null) head.current.style.left = `${(100 * tMs) / durMs}%`
      }),
    [player, durMs],
  )

  return (
    <div className="relative h-9 min-w-0 grow rounded-md bg-sunken pointer-coarse:h-11 has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${durMs} 1`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-hidden rounded-md"
      >
        <path d={blocks} className="fill-border-strong" />
      </svg>
      <div
        ref={head}
        aria-hidden="true"
        className="pointer-events-none absolute -inset-y-0.5 w-0.5 -translate-x-1/2 rounded-full bg-accent"
      />
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
  )
}

/** A path with one rectangle for each caption, in ms by height 1, with small gaps between neighbours. */
function blocksPath(doc: CaptionDocument): string {
  const hair = doc.media.durMs / 800
  return timedCuesOf(doc)
    .map(({ t0, t1 }) => `M${t0} .28h${Math.max(hair, t1 - t0 - hair)}v.44H${t0}z`)
    .join('')
}

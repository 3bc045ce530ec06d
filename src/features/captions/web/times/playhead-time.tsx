import { useEffect, useRef } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { classNames } from '#ui/class-names.ts'
import { followTime } from '../playback/follow-time.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'

/**
 * The time at the playhead, without React while it moves. It is as wide as the length of the video from the start, and
 * changes its text node instead of replacing it: otherwise each tenth of a second would lay out the whole page again.
 */
export function PlayheadTime({ className }: { className?: string }) {
  const { player } = useOpenEditor()
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const element = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      followTime(player, (tMs) => {
        const text = element.current?.firstChild
        const shown = formatMediaTime(tMs, 1)
        if (text instanceof Text && text.data !== shown) text.data = shown
      }),
    [player],
  )
  return (
    <span
      className={classNames('tabular inline-block h-[1lh] align-bottom', className)}
      // Punctuation is narrower than a digit.
      style={{ width: `${formatMediaTime(durMs, 1).length - 1}ch` }}
    >
      {/* A block of its own: a flex item, as in a button, would not keep the layout to itself. */}
      <span ref={element} className="block size-full [contain:size_layout]">
        0:00.0
      </span>
    </span>
  )
}

import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useOpenEditor } from '../store/editor-context.ts'
import { playSpan } from '../timeline/gestures/play-span.ts'
import type { SetAside } from './put-back.ts'

/** One passage above the transcript: its time, what it says, and its buttons, of which the first plays it. */
export function PassageRow({
  passage: { id, t, text, wordTimes },
  timeLabel,
  children,
  note,
  buttons,
}: {
  passage: SetAside
  /** The name of the button that goes to a time. */
  timeLabel: (time: string) => string
  children: ReactNode
  /** Stands before the buttons. */
  note?: string
  buttons: ReactNode
}) {
  const { player } = useOpenEditor()
  const time = formatMediaTime(t, 1)
  const end = wordTimes?.at(-1)?.[1]
  return (
    <div data-passage={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1 border-t border-border px-1.5 py-1">
      <Button
        size="sm"
        variant="ghost"
        className="tabular px-1.5!"
        aria-label={timeLabel(time)}
        onClick={() => player.seek(t)}
      >
        {time}
      </Button>
      {children}
      <div className="col-start-2 flex flex-wrap items-center justify-end gap-1">
        {note !== undefined && <p className="mr-auto text-xs text-faint">{note}</p>}
        {end !== undefined && (
          <IconButton
            size="sm"
            label={`Play “${text}”`}
            icon={<Play />}
            onClick={() => playSpan(player, { t0: t, t1: t + end })}
          />
        )}
        {buttons}
      </div>
    </div>
  )
}

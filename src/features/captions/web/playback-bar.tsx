import { Pause, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { CueStrip } from './cue-strip.tsx'
import { useEditor, useOpenEditor } from './editor-context.ts'
import { timeText } from './time-text.ts'
import { usePlaying } from './use-playing.ts'

/** Play, the time, and the strip of captions to seek in. The whole timeline will stand in its place. */
export function PlaybackBar() {
  const { player } = useOpenEditor()
  const playing = usePlaying(player)
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const now = useRef<HTMLSpanElement>(null)
  useEffect(() => player.onTime((tMs) => now.current?.replaceChildren(timeText(tMs, { tenths: true }))), [player])

  return (
    <div className="flex items-center gap-3 border-t border-border bg-surface px-3 py-2">
      <IconButton
        variant="secondary"
        label={playing ? 'Pause' : 'Play'}
        shortcut="Space"
        tooltipSide="top"
        icon={playing ? <Pause /> : <Play />}
        onClick={player.toggle}
      />
      <p className="tabular w-24 shrink-0 text-sm text-muted">
        <span ref={now} className="text-text">
          0:00.0
        </span>{' '}
        / {timeText(durMs)}
      </p>
      <CueStrip />
    </div>
  )
}

import { Maximize, Minimize, Pause, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { CueStrip } from '../transcript/cue-strip.tsx'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import type { FullScreen } from './full-screen.ts'
import { PlaybackOptions } from './playback-options.tsx'
import { showTime } from '../times/show-time.ts'
import { usePlaying } from './use-playing.ts'

/** The play button, the time, a strip of captions for seeking, and full screen. */
export function PlaybackBar({ fullScreen }: { fullScreen: FullScreen }) {
  const { player } = useOpenEditor()
  const playing = usePlaying(player)
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const length = formatMediaTime(durMs, 1)
  const now = useRef<HTMLSpanElement>(null)
  useEffect(() => player.onTime((tMs) => showTime(now.current, tMs)), [player])

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
      <p className="tabular shrink-0 text-sm whitespace-nowrap text-muted">
        {/* As wide as the full length from the start, so that the strip does not move and nothing around it is laid out
            again. Punctuation is narrower. */}
        <span
          ref={now}
          className="inline-block h-[1lh] align-bottom text-text [contain:size_layout]"
          style={{ width: `${length.length - 1}ch` }}
        >
          0:00.0
        </span>{' '}
        / {length}
      </p>
      <CueStrip />
      <PlaybackOptions />
      {fullScreen.toggle !== null && (
        <IconButton
          label={fullScreen.isFull ? 'Exit full screen' : 'Full screen'}
          shortcut="F"
          tooltipSide="top"
          icon={fullScreen.isFull ? <Minimize /> : <Maximize />}
          // The focus stays where it is, so that Space still plays after a click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={fullScreen.toggle}
        />
      )}
    </div>
  )
}

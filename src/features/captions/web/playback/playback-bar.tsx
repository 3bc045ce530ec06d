import { Maximize, Minimize, Pause, Play } from 'lucide-react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { PLAYBACK_BAR } from '../frame/editor-areas.ts'
import { CueStrip } from '../transcript/cue-strip.tsx'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import type { FullScreen } from './full-screen.ts'
import { PlaybackOptions } from './playback-options.tsx'
import { PlayheadTime } from '../times/playhead-time.tsx'
import { usePlaying } from './use-playing.ts'

/** The play button, the time, a strip of captions for seeking, and full screen. */
export function PlaybackBar({ fullScreen }: { fullScreen: FullScreen }) {
  const { player } = useOpenEditor()
  const playing = usePlaying(player)
  const durMs = useEditor(({ doc }) => doc.media.durMs)

  return (
    <div className={`${PLAYBACK_BAR} flex items-center gap-3 px-3 py-2`}>
      <IconButton
        variant="secondary"
        label={playing ? 'Pause' : 'Play'}
        shortcut="Space"
        tooltipSide="top"
        icon={playing ? <Pause /> : <Play />}
        onClick={player.toggle}
      />
      <p className="tabular shrink-0 text-sm whitespace-nowrap text-muted">
        <PlayheadTime className="text-text" /> / {formatMediaTime(durMs, 1)}
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

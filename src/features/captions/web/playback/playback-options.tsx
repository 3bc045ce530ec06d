import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { buttonClass } from '#ui/button-class.ts'
import { classNames } from '#ui/class-names.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { useOpenEditor } from '../store/editor-context.ts'
import type { PlaybackSettings } from './playback-settings.ts'
import { usePlaybackSettings } from './use-playback-settings.ts'

const PlaybackPanel = lazy(async () => ({ default: (await import('./playback-panel.tsx')).PlaybackPanel }))

/** The button for speed, loop, times and markers; its panel loads when it is opened first. */
export function PlaybackOptions() {
  const { player } = useOpenEditor()
  const settings = usePlaybackSettings(player)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const { speed, loop } = settings
  return (
    <>
      <Tooltip label="Speed, loop, times and markers" side="top">
        <button
          ref={setButton}
          type="button"
          aria-label="Playback options"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={buttonClass({
            variant: 'ghost',
            className: classNames('tabular min-w-9 gap-1! px-2!', loop !== null && 'text-accent!'),
          })}
        >
          <SlidersHorizontal />
          {speed !== 1 && <span>{speed}×</span>}
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {describeSettings(settings)}
      </span>
      {open && (
        <Suspense fallback={null}>
          <PlaybackPanel anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Speed and loop for screen readers; empty for normal playback. */
function describeSettings({ speed, loop }: PlaybackSettings): string {
  const parts = [
    ...(speed === 1 ? [] : [`Speed ${speed}×.`]),
    ...(loop === null ? [] : [`Loop from ${formatMediaTime(loop.t0, 1)} to ${formatMediaTime(loop.t1, 1)}.`]),
  ]
  return parts.join(' ')
}

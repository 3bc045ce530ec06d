import { Pause, Play } from 'lucide-react'
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { type Player, usePlaying } from '#features/captions/web/index.ts'
import { CaptionCanvas } from '#features/rendering/web/index.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { IconButton } from '#ui/icon-button.tsx'
import '#ui/slider.css'
import type { GuestView } from '../model/guest.ts'

type Open = Extract<GuestView, { state: 'open' }>

/** The preview with live captions, drawn by the painter of exports, and its controls. */
export function ReviewStage({
  document: doc,
  player,
  view,
}: {
  document: CaptionDocument
  player: Player
  view: Open
}) {
  const { w, h, durMs } = doc.media
  const { attach, toggle } = player
  const playing = usePlaying(player)
  useSpace(player)
  return (
    <>
      <div className="review-stage min-h-0 grow p-4">
        <div className="grid size-full place-items-center overflow-hidden [container-type:size]">
          <div
            className="relative overflow-hidden rounded-lg bg-black"
            style={{ aspectRatio: `${w} / ${h}`, width: `min(100cqw, 100cqh * ${w / h})` }}
          >
            {view.preview === null ? (
              <p className="absolute inset-0 grid place-items-center p-6 text-center text-sm text-white">
                The preview of this video is not ready yet. Reload the page in a moment.
              </p>
            ) : (
              <video
                ref={attach}
                src={view.preview}
                poster={view.poster ?? undefined}
                playsInline
                preload="auto"
                aria-label={view.title}
                className="absolute inset-0 size-full"
              />
            )}
            <div className="pointer-events-none absolute inset-0">
              <CaptionCanvas document={doc} clock={player.drawing} />
            </div>
            <button
              type="button"
              aria-label={playing ? 'Pause' : 'Play'}
              tabIndex={-1}
              onClick={toggle}
              className="absolute inset-0 size-full cursor-pointer"
            />
          </div>
        </div>
      </div>
      <Controls player={player} playing={playing} durMs={durMs} />
    </>
  )
}

/** Updates of the position shown beside the button, ms. */
const STEP_MS = 100

function Controls({ player, playing, durMs }: { player: Player; playing: boolean; durMs: number }) {
  const [now, setNow] = useState(0)
  useEffect(() => player.onTime((tMs) => setNow(Math.floor(tMs / STEP_MS) * STEP_MS)), [player])
  return (
    <div className="flex items-center gap-3 px-4 pb-3">
      <IconButton
        variant="secondary"
        label={playing ? 'Pause' : 'Play'}
        shortcut="Space"
        tooltipSide="top"
        icon={playing ? <Pause /> : <Play />}
        onClick={player.toggle}
      />
      <span className="tabular shrink-0 text-sm text-muted">
        {formatMediaTime(now, 1)} / {formatMediaTime(durMs, 1)}
      </span>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={formatMediaTime(now, 1)}
        min={0}
        max={durMs}
        step={STEP_MS}
        value={now}
        onChange={({ target }) => player.seek(Number(target.value))}
        style={filled(now / durMs)}
        className="ui-range h-6 min-w-0 grow cursor-pointer pointer-coarse:h-11"
      />
    </div>
  )
}

/** The share of the track before the thumb, 0 to 1 (slider.css). React types no custom properties. */
function filled(share: number): CSSProperties {
  return Object.fromEntries([['--filled', String(share)]])
}

/** Space plays and pauses, except on a control that uses it. */
function useSpace(player: Player): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isControl = target instanceof HTMLElement && target.closest('button, a, input, textarea, select, dialog')
    if (event.key !== ' ' || isControl !== null) return
    event.preventDefault()
    player.toggle()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

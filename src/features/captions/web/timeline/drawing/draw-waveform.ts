import type { LaneFrame } from './lane-frame.ts'
import { endOf, pxAt } from '../viewport.ts'

const SOUND_TEXT = {
  none: 'No sound in this video',
  preparing: 'Preparing the waveform…',
  ready: '',
} as const

/** Draws the loudness of the sound, and the shot changes. */
export function drawWaveform(frame: LaneFrame): void {
  const { ctx, view, palette, heightPx, media, drawWaveform: drawSound } = frame
  const peaks = media.peaksFor({ t0: view.startMs, t1: endOf(view) }, view.msPerPx / devicePixelRatio)
  if (peaks === undefined) {
    ctx.fillStyle = palette.faint
    ctx.fillText(SOUND_TEXT[media.sound()], 10, heightPx / 2)
  } else drawSound({ view, heightPx, scale: devicePixelRatio, color: palette.wave, peaks })
  ctx.fillStyle = palette.info
  for (const tMs of media.shots()) {
    const x = pxAt(view, tMs)
    if (x >= 0 && x < view.widthPx) ctx.fillRect(Math.round(x), 0, 1, heightPx)
  }
}

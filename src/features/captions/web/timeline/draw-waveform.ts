import type { LaneFrame } from './lane-frame.ts'
import type { PeakSlice } from './timeline-media.ts'
import { endOf, pxAt, timeAt } from './viewport.ts'

const SOUND_TEXT = {
  none: 'No sound in this video',
  preparing: 'Preparing the waveform…',
  ready: '',
} as const

/** The largest value of a peak. */
const FULL = 128

/** Draws the loudness of the sound, and the shot changes. */
export function drawWaveform(frame: LaneFrame): void {
  const { ctx, view, palette, heightPx, media } = frame
  const peaks = media.peaksFor({ t0: view.startMs, t1: endOf(view) }, view.msPerPx)
  if (peaks === undefined) {
    ctx.fillStyle = palette.faint
    ctx.fillText(SOUND_TEXT[media.sound()], 10, heightPx / 2)
  } else {
    ctx.fillStyle = palette.wave
    drawPeaks(frame, peaks)
  }
  ctx.fillStyle = palette.info
  for (const tMs of media.shots()) {
    const x = pxAt(view, tMs)
    if (x >= 0 && x < view.widthPx) ctx.fillRect(Math.round(x), 0, 1, heightPx)
  }
}

/** One column a pixel, from its lowest to its highest peak. */
function drawPeaks({ ctx, view, heightPx }: LaneFrame, { rate, firstStep, data }: PeakSlice): void {
  const middle = heightPx / 2
  const scale = (middle - 2) / FULL
  const stepAt = (px: number) => (timeAt(view, px) * rate) / 1_000 - firstStep
  for (let px = 0; px < view.widthPx; px += 1) {
    const from = Math.max(0, Math.floor(stepAt(px)))
    const to = Math.min(data.length / 2, Math.max(from + 1, Math.ceil(stepAt(px + 1))))
    if (from >= to) continue
    let low = 0
    let high = 0
    for (let at = from; at < to; at += 1) {
      low = Math.min(low, data[2 * at] ?? 0)
      high = Math.max(high, data[2 * at + 1] ?? 0)
    }
    ctx.fillRect(px, middle - high * scale, 1, Math.max(1, (high - low) * scale))
  }
}

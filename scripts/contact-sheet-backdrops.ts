/** Backgrounds that captions must stay readable over, drawn without a picture file. */
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Frame } from '#features/rendering/model/index.ts'

/** A background of the contact sheet. */
export type Backdrop = { readonly name: string; paint(context: SKRSContext2D, frame: Frame): void }

/** Light, dark, busy and plain. */
export const BACKDROPS = [
  { name: 'light', paint: (context, frame) => paintRoom(context, frame, ['#fdfbf5', '#e9e2d2', '#ffffff']) },
  { name: 'dark', paint: (context, frame) => paintRoom(context, frame, ['#1b1e2b', '#0b0c12', '#2c3145']) },
  { name: 'busy', paint: paintBusy },
  { name: 'plain', paint: (context, frame) => fillAll(context, frame, '#7d8b8f') },
] as const satisfies readonly Backdrop[]

/** A wall, a table and a lamp's light: the soft shapes behind a person who talks. */
function paintRoom(
  context: SKRSContext2D,
  frame: Frame,
  [wall, table, light]: readonly [string, string, string],
): void {
  const { width, height } = frame
  fillAll(context, frame, wall)
  const glow = context.createRadialGradient(width * 0.7, height * 0.25, 0, width * 0.7, height * 0.25, height * 0.6)
  glow.addColorStop(0, light)
  glow.addColorStop(1, `${wall}00`)
  fillAll(context, frame, glow)
  context.fillStyle = table
  context.fillRect(0, height * 0.72, width, height * 0.28)
}

const CONFETTI = ['#e84855', '#f9dc5c', '#3185fc', '#efbcd5', '#1a936f', '#ffffff', '#111111'] as const
const PIECES = 700

/** Small pieces in strong colours, at the same places every time. */
function paintBusy(context: SKRSContext2D, frame: Frame): void {
  fillAll(context, frame, '#b0a084')
  for (let piece = 0; piece < PIECES; piece += 1) {
    const [x, y, size] = [spread(piece, 0.618034), spread(piece, 0.7548777), 8 + spread(piece, 0.5698403) * 56]
    context.fillStyle = CONFETTI[piece % CONFETTI.length] ?? '#111111'
    context.fillRect(x * frame.width - size / 2, y * frame.height - size / 2, size, size * 0.6)
  }
}

/** The `at`-th of evenly spread numbers between 0 and 1, by a step that is far from every fraction. */
function spread(at: number, step: number): number {
  return (at * step) % 1
}

function fillAll(context: SKRSContext2D, { width, height }: Frame, fill: SKRSContext2D['fillStyle']): void {
  context.fillStyle = fill
  context.fillRect(0, 0, width, height)
}

/**
 * Whether an export's memory grows with its length: one minute against ten, in the heaviest template.
 *
 *     node bench/memory.ts
 */
import { benchClip } from './clip.ts'
import { measureExport } from './measure.ts'

const [short, long] = [60, 600]
const peaks = []
for (const seconds of [short, long]) {
  const { peakMb, wallMs } = await measureExport(await benchClip(seconds, { grain: false }), 'bounce', seconds)
  console.log(
    `${String(seconds).padStart(4)} s  ${(wallMs / 1_000).toFixed(0)} s of work  peak ${peakMb.toFixed(0)} MB`,
  )
  peaks.push(peakMb)
}
const [one = Number.NaN, ten = Number.NaN] = peaks
console.log(`ten minutes to one: ${(ten / one).toFixed(3)}`)

/**
 * One preparation as the worker does it, in a separate process: `node bench/prepare-once.ts <clip> <folder>
 * <copied|encoded>`. Prints `ready` when a worker would be.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from '#features/media/server/decode/check.ts'
import { makePeaks } from '#features/media/server/decode/peaks.ts'
import { makePreview } from '#features/media/server/decode/preview.ts'
import { writeShots } from '#features/media/server/decode/shots.ts'
import { makeSound } from '#features/media/server/decode/sound.ts'
import { makeFilmstrip, makePoster } from '#features/media/server/decode/stills.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'

const [path = '', outputDir = '', kind = 'copied'] = process.argv.slice(2)
const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
const { signal } = new AbortController()
const limits = { plan: 'enterprise', maxDurationMs: 3_600_000, maxBytes: 10e9 } as const
const { size: sizeBytes } = await stat(path)
// The check is the same for both.
const probe = await check(media, { path, sizeBytes, limits, signal })
if (probe.playsAsIs !== true) throw new Error(`${path} would be encoded in any case`)
const source = { media, path, probe: { ...probe, playsAsIs: kind === 'copied' }, outputDir, signal }
console.log('ready')
if (probe.audio !== null) {
  await makeSound(source, probe.audio, () => undefined)
  await makePeaks(join(outputDir, 'audio.wav'), join(outputDir, 'peaks.bin'))
}
await Promise.all([makeFilmstrip(source), makePoster(source)])
await makePreview(source, () => undefined)
await writeShots(outputDir, probe)

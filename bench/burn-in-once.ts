/**
 * One export as the worker does it, in a separate process: `node bench/burn-in-once.ts <clip> <template> <seconds>
 * [emoji]`.
 * Prints `ready` when a worker would be.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from '#features/media/server/decode/check.ts'
import { trackOf } from '#features/rendering/model/index.ts'
import { burnIn } from '#features/rendering/server/burn-in/burn-in.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { benchDocument, benchFolder } from './clip.ts'

const [sourcePath = '', templateId = '', seconds = '36', emoji] = process.argv.slice(2)
const workDir = await mkdtemp(join(await benchFolder(), 'work-'))
const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
const { signal } = new AbortController()
const limits = { plan: 'enterprise', maxDurationMs: 3_600_000, maxBytes: 10e9 } as const
const { size: sizeBytes } = await stat(sourcePath)
// The product does this once, on upload.
const probe = await check(media, { path: sourcePath, sizeBytes, limits, signal })
console.log('ready')
await burnIn({
  media,
  sourcePath,
  probe,
  track: trackOf(benchDocument(Number(seconds), { hasEmoji: emoji !== undefined })),
  template: newestTemplate(templateId),
  quality: 'standard',
  limit: { height: 1080, fps: 60 },
  workDir,
  signal,
  onProgress: () => undefined,
})
await rm(workDir, { recursive: true })

/**
 * One export as the worker does it, in a process of its own: `node bench/burn-in-once.ts <clip> <template> <seconds>`.
 * It says `ready` when a worker that has started would be.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { trackOf } from '#features/rendering/model/index.ts'
import { burnIn } from '#features/rendering/server/burn-in.ts'
import { templateById } from '#features/templates/model/index.ts'
import { createMediaRunner } from '#platform/server/sandbox.ts'
import { benchDocument, benchFolder } from './clip.ts'

const [sourcePath = '', templateId = '', seconds = '36'] = process.argv.slice(2)
const workDir = await mkdtemp(join(await benchFolder(), 'work-'))
const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
await media.capability()
console.log('ready')
await burnIn({
  media,
  sourcePath,
  probe: {
    container: 'mov',
    durationMs: Number(seconds) * 1_000,
    width: 1080,
    height: 1920,
    fps: { n: 30, d: 1 },
    variableFrameRate: false,
    rotation: 0,
    videoCodec: 'h264',
    audio: { codec: 'aac', channels: 1, sampleRate: 48_000, tracks: 1, track: 0 },
    hdr: false,
  },
  track: trackOf(benchDocument(Number(seconds))),
  template: templateById(templateId),
  quality: 'standard',
  limit: { height: 1080, fps: 60 },
  workDir,
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
await rm(workDir, { recursive: true })

import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { SAMPLE_CLIPS, type SampleClip } from '#features/referrals/model/index.ts'
import { makeSampleClip } from '#features/rendering/server/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { router, sendFile } from '#platform/server/http.ts'
import { defineJob, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Platform } from '../services/open-platform.ts'

type Deps = Pick<Platform, 'db' | 'files' | 'jobs' | 'media' | 'now'>

/** The part of the job definition that queueing needs. */
const MAKE = { name: 'app.sample-clip', payload: z.object({ id: z.string() }), attempts: 3 } as const

/** Milliseconds until a missing clip is queued again. */
const AGAIN_MS = 60_000

/**
 * The captioned clips for affiliates to share. None is in the repository: the exporter makes each
 * at its first request and stores it.
 */
export function sampleClips(deps: Deps) {
  return { routes: clipRoutes(deps), work: [clipJob(deps)] }
}

/** The clips made so far; their sizes are not recorded. */
export async function* listStoredClips({
  files,
}: Pick<Deps, 'files'>): AsyncGenerator<{ key: string; sizeBytes: null }> {
  for (const clip of SAMPLE_CLIPS) {
    const key = keyOf(clip)
    if ((await files.stat(key)) !== undefined) yield { key, sizeBytes: null }
  }
}

/** Safe to run twice: an existing clip stays, and a new one appears by one rename. */
function clipJob({ files, media }: Deps) {
  return defineJob<{ id: string }>({
    ...MAKE,
    async run({ id }, { signal }) {
      const clip = clipOf(id)
      if (clip === undefined || (await files.stat(keyOf(clip))) !== undefined) return
      const workDir = await files.temporary()
      try {
        const path = await makeSampleClip({ media, words: clip.words, template: newestTemplate(id), workDir, signal })
        await files.adopt(path, keyOf(clip))
      } finally {
        await rm(workDir, { recursive: true, force: true })
      }
    },
    async giveUp() {
      // Nobody paid for it; the next request makes it again.
    },
  })
}

/** `GET /affiliate-clips/:file`: a clip, for everybody; 202 while it is being made. */
function clipRoutes({ db, files, jobs, now }: Deps) {
  const queued = new Map<string, number>()
  return router().get('/:file', async (c) => {
    const clip = clipOf(c.req.param('file').replace(/\.mp4$/, ''))
    if (clip === undefined) throw new AppError('not_found', 'File not found')
    const found = await files.stat(keyOf(clip))
    if (found === undefined) {
      // Queued again after a while, in case the first try failed; both write the same file.
      if (now().getTime() - (queued.get(clip.id) ?? 0) > AGAIN_MS) {
        queued.set(clip.id, now().getTime())
        const owner = { ownerId: `${SYSTEM_OWNER}clips`, subjectId: clip.id, priority: 0 }
        await transaction(db, (tx) => jobs.enqueue(tx, MAKE, { id: clip.id }, owner))
      }
      c.header('retry-after', '5')
      return c.json({ state: 'being made' }, 202)
    }
    return sendFile(c, {
      sizeBytes: found.sizeBytes,
      contentType: 'video/mp4',
      version: `${versionOf(clip)}-${found.sizeBytes.toString(36)}`,
      open: (first, last) => files.openRange(keyOf(clip), first, last),
      ...(c.req.query('download') !== undefined && { downloadName: `captions-${clip.id}.mp4` }),
    })
  })
}

function clipOf(id: string): SampleClip | undefined {
  return SAMPLE_CLIPS.find((clip) => clip.id === id)
}

/** The key changes with the text and the look. */
function versionOf(clip: SampleClip): string {
  return createHash('sha256')
    .update(JSON.stringify([clip.words, newestTemplate(clip.id)]))
    .digest('hex')
    .slice(0, 16)
}

function keyOf(clip: SampleClip): string {
  return `samples/${versionOf(clip)}/${clip.id}.mp4`
}

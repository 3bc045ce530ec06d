import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { type Db, transaction } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import { router, sendFile } from '#platform/server/http.ts'
import { defineJob, type JobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import { SAMPLE_CLIPS, type SampleClip } from '../model/index.ts'

/** The dependencies of sample clips. */
export type SampleClipDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly jobs: Pick<JobQueue, 'enqueue'>
  readonly now: () => Date
  /** The look of a clip as data; with another look, the clip is made again. */
  readonly lookOf: (id: string) => unknown
  /** Makes a clip. @returns the finished file, inside `workDir` */
  readonly makeClip: (
    clip: SampleClip,
    o: { readonly workDir: string; readonly signal: AbortSignal },
  ) => Promise<string>
}

/** The part of the job definition that queueing needs. */
const MAKE = { name: 'app.sample-clip', payload: z.object({ id: z.string() }), attempts: 3 } as const

/** Milliseconds until a missing clip is queued again. */
const AGAIN_MS = 60_000

/**
 * The captioned clips for affiliates to share. None is in the repository: the exporter makes each
 * at its first request and stores it.
 */
export function sampleClips(deps: SampleClipDeps) {
  return {
    /** Mounted at `/api/affiliate-clips`. */
    routes: clipRoutes(deps),
    jobs: [clipJob(deps)],
    /** The clips made so far; their sizes are not recorded. */
    listStored: () => listStored(deps),
  }
}

async function* listStored(deps: SampleClipDeps): AsyncGenerator<{ key: string; sizeBytes: null }> {
  for (const clip of SAMPLE_CLIPS) {
    const key = keyOf(deps, clip)
    if ((await deps.files.stat(key)) !== undefined) yield { key, sizeBytes: null }
  }
}

/** Safe to run twice: an existing clip stays, and a new one appears by one rename. */
function clipJob(deps: SampleClipDeps) {
  const { files } = deps
  return defineJob<{ id: string }>({
    ...MAKE,
    async run({ id }, { signal }) {
      const clip = clipOf(id)
      if (clip === undefined || (await files.stat(keyOf(deps, clip))) !== undefined) return
      const workDir = await files.temporary()
      try {
        await files.adopt(await deps.makeClip(clip, { workDir, signal }), keyOf(deps, clip))
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
function clipRoutes(deps: SampleClipDeps) {
  const { db, files, jobs, now } = deps
  const queued = new Map<string, number>()
  return router().get('/:file', async (c) => {
    const clip = clipOf(c.req.param('file').replace(/\.mp4$/, ''))
    if (clip === undefined) throw new AppError('not_found', 'File not found')
    const key = keyOf(deps, clip)
    const found = await files.stat(key)
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
      version: `${versionOf(deps, clip)}-${found.sizeBytes.toString(36)}`,
      open: (first, last) => files.openRange(key, first, last),
      ...(c.req.query('download') !== undefined && { downloadName: `captions-${clip.id}.mp4` }),
    })
  })
}

function clipOf(id: string): SampleClip | undefined {
  return SAMPLE_CLIPS.find((clip) => clip.id === id)
}

/** The key changes with the text and the look. */
function versionOf({ lookOf }: SampleClipDeps, clip: SampleClip): string {
  return createHash('sha256')
    .update(JSON.stringify([clip.words, lookOf(clip.id)]))
    .digest('hex')
    .slice(0, 16)
}

function keyOf(deps: SampleClipDeps, clip: SampleClip): string {
  return `samples/${versionOf(deps, clip)}/${clip.id}.mp4`
}

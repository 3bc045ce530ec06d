import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '#platform/server/pool.ts'
import { MediaError } from '#platform/server/sandbox/sandbox.ts'
import { withLocal } from '#platform/server/files.ts'
import { AppError } from '#platform/shared/errors.ts'
import { planSheet } from '../../model/index.ts'
import type { MediaDeps } from '../deps.ts'
import { eraseUnwanted } from '../erase-job.ts'
import { keysOf } from '../file-keys.ts'
import { makeSheet } from '../decode/make-sheet.ts'
import { hasFile, recordFile, type StoredProject } from '../projects.ts'

type SheetDeps = Pick<MediaDeps, 'db' | 'files' | 'media' | 'log'>

/** One account scrolling through a long video leaves the second place to the others. */
const AT_ONCE = { places: 60, atOnce: 2, placesPerKey: 6, atOncePerKey: 1 } as const
const WORDS = {
  full: 'Too many filmstrips are being made at the moment. Try again in a few seconds.',
  tooManyOfKey: 'Too many parts of your filmstrips are being made at the moment. Try again in a few seconds.',
} as const
/** A request waits this long for its sheet, then the page asks again: connections are limited. */
const WAIT_MS = 4_000

/** The sheets of filmstrips, made on their first request and stored beside the preview. */
export type FilmstripSheets = {
  /**
   * Makes a sheet unless it is stored.
   * @param o.userId the caller, whose requests take turns with those of others
   * @returns its key, or undefined while it is being made
   * @throws AppError `not_found` if the video has no such minute or no preview yet; as `openPool` when too many are
   *   being made; `unavailable` if it cannot be made
   */
  prepare(project: StoredProject, o: { readonly minute: number; readonly userId: string }): Promise<string | undefined>
}

/** Opens the sheets for one process. Requests for the same sheet share its making. */
export function openFilmstripSheets(deps: SheetDeps, { waitMs = WAIT_MS } = {}): FilmstripSheets {
  const pool = openPool(AT_ONCE, WORDS)
  const inProgress = new Map<string, Promise<void>>()

  function start(project: StoredProject, minute: number, userId: string): Promise<void> {
    const key = keyOf(project.id, minute)
    const place = pool.enter(userId)
    const making = (async () => {
      try {
        await place.turn()
        await storeSheet(deps, project, minute)
      } finally {
        place.leave()
        inProgress.delete(key)
      }
    })()
    inProgress.set(key, making)
    // Every request may have stopped waiting by then.
    making.catch((error: unknown) => deps.log.warn({ err: error, projectId: project.id, minute }, 'no filmstrip sheet'))
    return making
  }

  return {
    async prepare(project, { minute, userId }) {
      if (project.probe === null || planSheet(project.probe, minute) === undefined) throw notFound()
      if (!project.assets.includes('preview')) throw notFound()
      const key = keyOf(project.id, minute)
      const making = inProgress.get(key)
      if (making === undefined && (await hasFile(deps.db, project.id, nameOf(minute)))) return key
      return (await isDoneWithin(inProgress.get(key) ?? start(project, minute, userId), waitMs)) ? key : undefined
    },
  }
}

async function storeSheet(deps: SheetDeps, project: StoredProject, minute: number): Promise<void> {
  const { files, media } = deps
  const { probe } = project
  const plan = probe === null ? undefined : planSheet(probe, minute)
  if (probe === null || plan === undefined) throw notFound()
  const outputDir = await files.temporary()
  try {
    await withLocal(files, { key: keysOf(project.id).preview }, (path) =>
      makeSheet(media, { path, outputDir, probe, minute, plan }),
    )
    const { sizeBytes } = await files.adopt(join(outputDir, 'sheet.jpg'), keyOf(project.id, minute))
    // A sheet without a row is made again, so that a crash in between leaves no unrecorded file.
    if (!(await recordFile(deps.db, project.id, nameOf(minute), sizeBytes))) await eraseUnwanted(deps, project.id)
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    throw new AppError(
      'unavailable',
      'We couldn’t make this part of the filmstrip. Try again in a minute.',
      {},
      { cause: error },
    )
  } finally {
    await rm(outputDir, { recursive: true, force: true })
  }
}

/** @throws the error of the work, if it fails within the time */
async function isDoneWithin(work: Promise<void>, waitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), waitMs)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function nameOf(minute: number): string {
  return `filmstrip/${minute}.jpg`
}

function keyOf(projectId: string, minute: number): string {
  return `${keysOf(projectId).all}/${nameOf(minute)}`
}

function notFound(): AppError {
  return new AppError('not_found', 'File not found')
}

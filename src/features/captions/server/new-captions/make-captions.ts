import { randomUUID } from 'node:crypto'
import { findProject, type StoredProject } from '#features/media/server/index.ts'
import { DESIGNED, fitLook, type PictureShape, SavedLook, TEMPLATES } from '#features/templates/model/index.ts'
import type { Transcribed } from '#features/transcription/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import type { BrandKitRef, TemplateRef } from '../../model/index.ts'
import { carryCaptions, type OnCarriedOver } from './carry-captions.ts'
import { carryToCutTask } from './carry-to-cut-task.ts'
import { createDocumentFor, mediaOf, type Transcript } from './create-document.ts'
import { findStored } from '../storage/document-rows.ts'
import type { OnWordsRemoved } from '../edits/removed-words.ts'
import { newDocumentTask } from './new-document-task.ts'

/** Time limit in milliseconds: cutting the words of the longest video takes seconds. */
const TIMEOUT_MS = 60_000
const TOO_MANY_WORDS = 'These are too many words to cut into captions. Use only the words of this video.'

/** The transcript of a video without sound. */
const SILENCE: Transcript = { words: [], lang: 'und', provenance: { engine: 'none', model: 'none' } }

/** Dependencies of new captions. */
type MakeDeps = {
  readonly threadPool: Pick<ThreadPool, 'run'>
  readonly onWordsRemoved?: OnWordsRemoved
  readonly onCarriedOver?: OnCarriedOver
  readonly findKitForNewVideo?: FindKitForNewVideo
  /** The id of the template with which captions start where nobody chose one; null for the built-in one. */
  readonly templateOfSite?: () => string | null
}

/** The brand kit of an owner that their new videos follow; null for none. */
type FindKitForNewVideo = (tx: Tx, ownerId: string) => Promise<BrandKitRef | null>

/**
 * Turns the words of a finished run into captions, in its transaction; does nothing for a removed project.
 * @throws AppError `unprocessable`, `too_large` for too many words
 */
export async function makeCaptions(
  tx: Tx,
  { threadPool, onWordsRemoved, onCarriedOver, findKitForNewVideo, templateOfSite }: MakeDeps,
  {
    projectId,
    language,
    words,
    engine,
    model,
    lines,
    unspoken,
    unscripted,
    download,
    template,
    look,
    announced,
    cutOf,
  }: Transcribed,
): Promise<void> {
  const project = await findProject(tx, projectId)
  if (project === undefined) return
  const limits = { account: project.ownerId, timeoutMs: TIMEOUT_MS, tooSlow: TOO_MANY_WORDS }
  const video = { id: projectId, probe: project.probe ?? announced ?? null }
  const earlier = cutOf === undefined ? undefined : await findStored(tx, cutOf)
  if (cutOf !== undefined && earlier !== undefined) {
    const source = { words, lang: language, provenance: { engine, model } }
    const created = { ...source, id: randomUUID(), media: mediaOf(video) }
    return carryCaptions(tx, video, {
      earlier: { id: cutOf, stored: earlier },
      carry: (stored) => threadPool.run(carryToCutTask, { created, earlier: stored }, limits),
      onWordsRemoved,
      onCarriedOver,
    })
  }
  await createDocumentFor(
    tx,
    video,
    {
      words,
      lang: language,
      provenance: { engine, model },
      ...(lines && { lines }),
      ...(unspoken && { unspoken }),
      ...(unscripted && { unscripted }),
      ...(download && { download }),
      ...lookOf(template, look, shapeOf(project)),
    },
    {
      onWordsRemoved,
      create: (document) => threadPool.run(newDocumentTask, document, limits),
      kit: (await findKitForNewVideo?.(tx, project.ownerId)) ?? null,
      defaultTemplate: newestVersion(templateOfSite?.()),
    },
  )
}

/** The upright size of a video; the one that templates are designed for before it is known. */
function shapeOf({ probe }: Pick<StoredProject, 'probe'>): PictureShape {
  return probe === null ? DESIGNED : { w: probe.width, h: probe.height }
}

/** The saved look, or the newest version of the template; without them the usual look: a paid run fails for nothing less. */
function lookOf(
  id: string | undefined,
  look: Transcribed['look'],
  shape: PictureShape,
): Pick<Transcript, 'template' | 'style'> {
  const saved = SavedLook.safeParse(look)
  if (saved.success) {
    const { template, patch } = fitLook(saved.data, shape)
    return { template, style: patch }
  }
  const template = newestVersion(id)
  return template === undefined ? {} : { template }
}

/** Undefined for an id that no template has. */
function newestVersion(id: string | null | undefined): TemplateRef | undefined {
  const found = TEMPLATES.find((template) => template.id === id)
  return found && { id: found.id, version: found.version }
}

/**
 * Makes empty captions for a prepared video without sound, in the caller's transaction: there is nothing to transcribe,
 * so they cost nothing (product §1). A video with sound stays without captions.
 */
export async function makeSilentCaptions(
  tx: Tx,
  project: Pick<StoredProject, 'id' | 'probe' | 'ownerId'>,
  { findKitForNewVideo, templateOfSite }: Pick<MakeDeps, 'findKitForNewVideo' | 'templateOfSite'> = {},
): Promise<void> {
  if (project.probe?.audio !== null) return
  await createDocumentFor(tx, project, SILENCE, {
    kit: (await findKitForNewVideo?.(tx, project.ownerId)) ?? null,
    defaultTemplate: newestVersion(templateOfSite?.()),
  })
}

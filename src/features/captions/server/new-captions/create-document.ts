import { randomUUID } from 'node:crypto'
import type { Probe } from '#features/media/model/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { publishEvent } from '#platform/server/events.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  applyCommands,
  type BrandKitRef,
  type CaptionDocument,
  checkSize,
  type Command,
  createDocument,
  replaceCaptions,
  replaceTranscript,
  startInKit,
  type TemplateRef,
  WorkBudget,
} from '../../model/index.ts'
import { topicOf } from '../edits/apply-batches.ts'
import { packChanges } from '../storage/batch-changes.ts'
import { neighboursAtTime, type OnWordsRemoved } from '../edits/removed-words.ts'
import { findStored, insertDocument, lockHead, readDocument, replaceDocument } from '../storage/document-rows.ts'
import type { DocumentToCreate } from './new-document-task.ts'

/** The facts of a video that its captions contain. */
export type VideoFacts = Pick<Probe, 'durationMs' | 'width' | 'height' | 'fps'>

/** The part of a project that its captions depend on. */
export type CaptionedProject = { readonly id: string; readonly probe: VideoFacts | null }

/** Cuts words into captions, in this thread or in another. */
export type CreateDocument = (o: DocumentToCreate) => CaptionDocument | Promise<CaptionDocument>

/** A transcript and its engine; without words for a video without sound. */
export type Transcript = Pick<
  DocumentToCreate,
  'words' | 'lang' | 'provenance' | 'lines' | 'unspoken' | 'unscripted' | 'download' | 'template' | 'style'
>

/**
 * Creates the captions of a project, cut by the Shorts profile, in the caller's transaction. Existing captions get the
 * new words as their next revision, and keep their template and style; imported captions replace all of them.
 * @param o.defaultTemplate the template of new captions for which none was chosen; default: the built-in one
 * @param o.kit the brand kit that new captions follow, unless they are imported; default none
 * @returns the saved document
 * @throws AppError `unprocessable` when there are more words than captions hold
 */
export async function createDocumentFor(
  tx: Tx,
  project: CaptionedProject,
  transcript: Transcript,
  {
    create = createDocument,
    onWordsRemoved,
    defaultTemplate,
    kit = null,
  }: {
    create?: CreateDocument
    onWordsRemoved?: OnWordsRemoved | undefined
    defaultTemplate?: TemplateRef | undefined
    kit?: BrandKitRef | null
  } = {},
): Promise<CaptionDocument> {
  const template = transcript.template ?? defaultTemplate
  const created = await create({
    ...transcript,
    ...(template && { template }),
    id: randomUUID(),
    media: mediaOf(project),
  })
  const isImport = transcript.download !== undefined
  const fresh = kit === null || isImport ? created : startInKit(created, kit, transcript)
  checkSize(fresh)
  if (await insertDocument(tx, project.id, fresh)) return fresh
  return replaceCaptionsOf(tx, project.id, fresh, {
    commandsFor: (current) => (isImport ? replaceCaptions(current, fresh) : [replaceTranscript(current, fresh)]),
    label: 'Replace the words with a new transcript',
    onWordsRemoved,
  })
}

/**
 * Replaces the captions of a project by those of a new run, as their next revision, in the caller's transaction.
 * @param o.commandsFor the commands that replace the contents of the current captions by those of `fresh`
 * @param o.label for the history
 * @returns the saved document
 */
export async function replaceCaptionsOf(
  tx: Tx,
  projectId: string,
  fresh: CaptionDocument,
  {
    commandsFor,
    label,
    onWordsRemoved,
  }: {
    commandsFor(current: CaptionDocument): Command[]
    label: string
    onWordsRemoved: OnWordsRemoved | undefined
  },
): Promise<CaptionDocument> {
  await lockHead(tx, projectId)
  const stored = await findStored(tx, projectId)
  if (stored === undefined) throw new AppError('conflict', 'The captions of this video were just removed.')
  const current = await readDocument(stored)
  const commands = commandsFor(current)
  const budget = new WorkBudget()
  const { doc, inverse } = applyCommands(current, commands, budget)
  const [{ cues }, ...translations] = doc.tracks
  const next: CaptionDocument = {
    ...doc,
    rev: current.rev + 1,
    lang: fresh.lang,
    provenance: fresh.provenance,
    tracks: [{ ...fresh.tracks[0], cues }, ...translations],
  }
  const saving = { projectId, clientId: randomUUID(), authorId: null }
  await replaceDocument(tx, saving, next, {
    revision: next.rev,
    batchId: randomUUID(),
    steps: budget.spent,
    effects: null,
    label,
    changes: packChanges({ commands, inverse }),
  })
  await onWordsRemoved?.(tx, neighboursAtTime(projectId, current, next))
  await publishEvent(tx, topicOf(projectId))
  return next
}

/** What captions know of their video. @throws AppError `conflict` for a video without facts */
export function mediaOf({ id, probe }: CaptionedProject): CaptionDocument['media'] {
  if (probe === null) throw new AppError('conflict', 'This video is still being checked.')
  return { id, durMs: probe.durationMs, fps: { n: probe.fps.n, d: probe.fps.d }, w: probe.width, h: probe.height }
}

import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { type CaptionedProject, mediaOf } from './create-document.ts'
import { findStored, lockHead, packDocument, readDocument } from '../storage/document-rows.ts'
import { copySnapshot } from '../storage/snapshot-rows.ts'

/**
 * Replaces the announced facts of a video in its captions, made before it was here, by the measured ones. That is no
 * edit: the revision stays, no edit conflicts with it, and open editors read the facts from the video. Does nothing
 * for a video without captions.
 */
export async function measureCaptions(tx: Tx, project: CaptionedProject): Promise<void> {
  if ((await lockHead(tx, project.id)) === undefined) return
  const stored = await findStored(tx, project.id)
  if (stored === undefined) return
  const document = { ...(await readDocument(stored)), media: mediaOf(project) }
  if (stored.effects.length > 0) await copySnapshot(tx, project.id, document.rev)
  await execute(
    tx,
    // Another state, since the content is another: no process continues with the document it holds.
    `update caption_documents set snapshot = $2, snapshot_revision = revision, state = $3, replay_bytes = 0, replay_steps = 0
     where project_id = $1`,
    [project.id, Buffer.from(packDocument(document)), randomUUID()],
  )
}

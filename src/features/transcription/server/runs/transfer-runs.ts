import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { changeCorrectionOwner } from '../glossary/correction-rows.ts'
import { changeEntryOwner } from '../glossary/entry-rows.ts'
import { hasUnfinishedRun } from '../run-rows.ts'

/** Gives a video's glossary to its new owner. @throws AppError `conflict` while captions are being made */
export async function transferRuns(tx: Tx, o: { projectId: string; toId: string }): Promise<void> {
  if (await hasUnfinishedRun(tx, o.projectId))
    throw new AppError('conflict', 'Captions of this video are being made. Try again when they are finished.')
  await changeEntryOwner(tx, o)
  await changeCorrectionOwner(tx, o)
}

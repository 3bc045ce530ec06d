import { findProject } from '#features/media/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { correctionOf, type RewrittenWord } from '../../model/glossary/correction.ts'
import { deleteCorrections, upsertCorrections } from './correction-rows.ts'

/** Maximum words of one save that are recorded: more than that is no correction of words. */
const MOST_WORDS = 200

/** Records how saved words differ from the recognised ones, in the transaction that saves them. */
export async function recordCorrections(tx: Tx, projectId: string, words: readonly RewrittenWord[]): Promise<void> {
  const recorded = words.filter(({ heard }) => heard !== '').slice(0, MOST_WORDS)
  const corrected = recorded.flatMap((word) => {
    const correction = correctionOf(word)
    return correction === undefined ? [] : [{ ...correction, wordId: word.wordId }]
  })
  const isCorrected = new Set(corrected.map(({ wordId }) => wordId))
  const restored = recorded.map(({ wordId }) => wordId).filter((id) => !isCorrected.has(id))
  if (restored.length > 0) await deleteCorrections(tx, projectId, restored)
  const project = corrected.length === 0 ? undefined : await findProject(tx, projectId)
  if (project !== undefined) await upsertCorrections(tx, { ownerId: project.ownerId, projectId }, corrected)
}

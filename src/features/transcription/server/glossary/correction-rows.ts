import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { GlossaryOffer } from '../../model/glossary/contract.ts'
import { type Correction, CORRECTIONS_TO_OFFER } from '../../model/glossary/correction.ts'

type CorrectedWord = Correction & { readonly wordId: string }

/** Stores how words are written; a word that was refused as an offer stays refused while it is written the same. */
export async function upsertCorrections(
  tx: Tx,
  { ownerId, projectId }: { ownerId: string; projectId: string },
  words: readonly CorrectedWord[],
): Promise<void> {
  await execute(
    tx,
    `insert into glossary_corrections (project_id, owner_id, word_id, heard, write)
     select $1, $2, word_id, heard, write
     from unnest($3::text[], $4::text[], $5::text[]) as word (word_id, heard, write)
     on conflict (project_id, word_id) do update set heard = excluded.heard, write = excluded.write,
       is_declined = glossary_corrections.is_declined and glossary_corrections.heard = excluded.heard
         and glossary_corrections.write = excluded.write`,
    [
      projectId,
      ownerId,
      words.map(({ wordId }) => wordId),
      words.map(({ heard }) => heard),
      words.map(({ write }) => write),
    ],
  )
}

/** Forgets words that are written as recognised. */
export async function deleteCorrections(tx: Tx, projectId: string, wordIds: readonly string[]): Promise<void> {
  const sql = 'delete from glossary_corrections where project_id = $1 and word_id = any($2)'
  await execute(tx, sql, [projectId, wordIds])
}

/** Corrections that an owner's videos have often enough, most frequent first. */
export function listFrequentCorrections(q: Queryable, ownerId: string, most: number): Promise<GlossaryOffer[]> {
  return queryRows(
    q,
    GlossaryOffer,
    `select heard, write, count(*)::int as times from glossary_corrections
     where owner_id = $1 and not is_declined
     group by heard, write having count(*) >= $2
     order by times desc, heard, write limit $3`,
    [ownerId, CORRECTIONS_TO_OFFER, most],
  )
}

/** Never counts these corrections again. @returns false when there are none */
export async function declineCorrections(tx: Tx, ownerId: string, { heard, write }: Correction): Promise<boolean> {
  const sql = `update glossary_corrections set is_declined = true where owner_id = $1 and heard = $2 and write = $3`
  return (await execute(tx, sql, [ownerId, heard, write])) > 0
}

/** Deletes the corrections of a removed video. */
export async function deleteCorrectionsOfProject(tx: Tx, projectId: string): Promise<void> {
  await execute(tx, 'delete from glossary_corrections where project_id = $1', [projectId])
}

/** Gives the corrections of a video another owner. */
export async function changeCorrectionOwner(tx: Tx, o: { projectId: string; toId: string }): Promise<void> {
  await execute(tx, 'update glossary_corrections set owner_id = $2 where project_id = $1', [o.projectId, o.toId])
}

/** Deletes every correction of an owner. */
export async function deleteCorrectionsOf(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'delete from glossary_corrections where owner_id = $1', [ownerId])
}

import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bigint, execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import { AnnouncedPicture } from '../../model/index.ts'

/** A sound that the browser sent before its video. */
export type EarlySound = z.output<typeof Row>

const Row = z.object({
  projectId: z.string(),
  ownerId: z.string(),
  sizeBytes: bigint,
  state: z.enum(['uploading', 'received', 'ready', 'unusable', 'differs']),
  /** As measured, in milliseconds. */
  durationMs: z.number().nullable(),
  /** Null if the browser did not announce it. */
  picture: AnnouncedPicture.nullable(),
  createdAt: z.date(),
})

const COLUMNS = 'project_id, owner_id, size_bytes, state, duration_ms, picture, created_at'

/** The sound that was sent before the video of a project. */
export function findEarlySound(q: Queryable, projectId: string): Promise<EarlySound | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from early_sounds where project_id = $1`, [projectId])
}

/** Begins the sound of a project, or begins it again. @returns false if it has already arrived */
export async function putEarlySound(
  tx: Tx,
  sound: Pick<EarlySound, 'projectId' | 'ownerId' | 'sizeBytes' | 'picture' | 'createdAt'>,
): Promise<boolean> {
  const { projectId, ownerId, sizeBytes, picture, createdAt } = sound
  const changed = await execute(
    tx,
    `insert into early_sounds (project_id, owner_id, size_bytes, picture, created_at) values ($1, $2, $3, $4, $5)
     on conflict (project_id) do update set size_bytes = $3, picture = $4 where early_sounds.state = 'uploading'`,
    [projectId, ownerId, sizeBytes, picture && JSON.stringify(picture), createdAt],
  )
  return changed === 1
}

/** Moves a sound on. @returns false if it is no longer in the state `from` */
export async function moveEarlySound(
  q: Queryable,
  projectId: string,
  { from, to, durationMs }: { from: EarlySound['state']; to: EarlySound['state']; durationMs?: number },
): Promise<boolean> {
  const changed = await execute(
    q,
    `update early_sounds set state = $3, duration_ms = coalesce($4, duration_ms) where project_id = $1 and state = $2`,
    [projectId, from, to, durationMs],
  )
  return changed === 1
}

const CountRow = z.object({ count: z.number() })

/** The sounds of an account whose videos were not prepared, or turned out to sound otherwise; besides one project. */
export async function countLoneSounds(q: Queryable, ownerId: string, besides: string): Promise<number> {
  const { count } = await queryRow(
    q,
    CountRow,
    `select count(*)::int as count from early_sounds s
     where s.owner_id = $1 and s.project_id <> $2 and (s.state = 'differs'
       or not exists (select 1 from projects p where p.id = s.project_id and p.stage = 'prepared'))`,
    [ownerId, besides],
  )
  return count
}

/** The uploads of an account that began after a time and have sent no sound yet; besides one project. */
export async function countExpectedSounds(
  q: Queryable,
  ownerId: string,
  { besides, since }: { besides: string; since: Date },
): Promise<number> {
  const { count } = await queryRow(
    q,
    CountRow,
    `select count(*)::int as count from projects p where p.owner_id = $1 and p.id <> $2 and p.stage = 'uploading'
       and p.created_at > $3 and not exists (select 1 from early_sounds s where s.project_id = p.id)`,
    [ownerId, besides, since],
  )
  return count
}

const IdRow = z.object({ projectId: z.string() })

/** A batch of sounds that began before a time, oldest first; none of a video that is not prepared yet. */
export async function listOldSounds(q: Queryable, before: Date): Promise<string[]> {
  const text = `select project_id from early_sounds s where created_at < $1 and not exists (
    select 1 from projects p where p.id = s.project_id and p.stage in ('uploading', 'checking', 'preparing'))
    order by created_at limit 500`
  return (await queryRows(q, IdRow, text, [before])).map(({ projectId }) => projectId)
}

export async function deleteEarlySound(q: Queryable, projectId: string): Promise<void> {
  await execute(q, 'delete from early_sounds where project_id = $1', [projectId])
}

export async function deleteEarlySoundsOf(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'delete from early_sounds where owner_id = $1', [ownerId])
}

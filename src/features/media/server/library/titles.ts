import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'

/** The title of a video. */
export type VideoTitle = {
  readonly id: string
  readonly ownerId: string
  readonly title: string
  /** The path of its picture; null until there is one. */
  readonly poster: string | null
}

const Row = z.object({ id: z.string(), ownerId: z.string(), title: z.string(), hasPoster: z.boolean() })

/** Maximum titles of one list. */
const MOST = 10_000

/** The titles of these owners' videos, newest first, without removed ones. */
export async function listTitles(q: Queryable, ownerIds: readonly string[]): Promise<VideoTitle[]> {
  const rows = await queryRows(
    q,
    Row,
    `select id, owner_id, title, 'poster' = any (assets) as has_poster from projects
     where owner_id = any($1::text[]) and removed_at is null order by created_at desc, id limit $2`,
    [ownerIds, MOST],
  )
  return rows.map(({ hasPoster, ...video }) => ({
    ...video,
    poster: hasPoster ? `/api/media/${video.id}/poster.jpg` : null,
  }))
}

const TitleRow = z.object({ title: z.string() })

/** All titles of an owner's videos, also of removed ones, which may return. */
export async function titlesOf(q: Queryable, ownerId: string): Promise<ReadonlySet<string>> {
  const rows = await queryRows(q, TitleRow, 'select title from projects where owner_id = $1', [ownerId])
  return new Set(rows.map(({ title }) => title))
}

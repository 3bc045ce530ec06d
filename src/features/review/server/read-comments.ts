import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import type { Queryable } from '#platform/server/db.ts'
import type { Decision, ReviewOverview, ThreadFilter, ThreadPage } from '../model/index.ts'
import { listDecisions, type StoredDecision } from './decision-rows.ts'
import { type Cursor, listAnchors, listThreads } from './thread-rows.ts'
import { isWrittenBy, type Reader, viewThreads } from './thread-views.ts'

/** The words with open comments, and the decisions of people and guests. */
export async function readOverview(q: Queryable, projectId: string, reader: Reader): Promise<ReviewOverview> {
  const [open, decisions] = await Promise.all([
    listAnchors(q, projectId, { onlyOpen: true }),
    listDecisions(q, { projectId, reader }),
  ])
  return { open, decisions: decisions.map((stored) => viewDecision(stored, reader)) }
}

/** A decision, as a reader sees it. */
export function viewDecision(stored: StoredDecision, reader: Reader): Decision {
  return {
    author: stored.guestName ?? stored.authorName,
    isGuest: stored.guestHash !== null,
    isOwn: isWrittenBy(stored, reader),
    decision: stored.decision,
    revision: stored.revision,
    decidedAt: stored.createdAt.toISOString(),
  }
}

/** A page of threads, newest first. @param o.filter default all */
export async function readThreads(
  q: Queryable,
  o: { projectId: string; reader: Reader; filter?: ThreadFilter; cursor?: string | undefined },
): Promise<ThreadPage> {
  const { reader } = o
  const { threads, next } = await listThreads(q, {
    projectId: o.projectId,
    // A guest has no filters.
    readerId: reader.kind === 'user' ? reader.userId : '',
    filter: o.filter,
    before: o.cursor === undefined ? undefined : cursorOf(o.cursor),
  })
  return { threads: await viewThreads(q, threads, reader), next: next && textOf(next) }
}

const CursorText = z.tuple([z.iso.datetime(), z.uuid()])

function textOf({ at, id }: Cursor): string {
  return `${at.toISOString()} ${id}`
}

function cursorOf(text: string): Cursor {
  const parsed = CursorText.safeParse(text.split(' '))
  if (!parsed.success) throw new AppError('unprocessable', 'Unknown page of comments.')
  const [at, id] = parsed.data
  return { at: new Date(at), id }
}

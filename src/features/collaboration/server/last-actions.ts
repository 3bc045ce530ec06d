import type { Queryable } from '#platform/server/db.ts'
import type { LastAction } from '../model/index.ts'
import type { CollaborationDeps, StoredAction } from './deps.ts'

type ActionDeps = Pick<CollaborationDeps, 'listProjects' | 'lastEdits' | 'lastComments' | 'lastRuns'>

/** What each person last did in an owner's videos, by user id; nothing for those who did nothing there yet. */
export async function listLastActions(
  q: Queryable,
  deps: ActionDeps,
  { ownerId, userIds }: { ownerId: string; userIds: readonly string[] },
): Promise<ReadonlyMap<string, LastAction>> {
  if (userIds.length === 0) return new Map()
  const titles = new Map((await deps.listProjects(q, ownerId)).map(({ id, title }) => [id, title]))
  const asked = { projectIds: [...titles.keys()], userIds }
  const actions = await Promise.all([
    deps.lastEdits(q, asked),
    withKind('commented', deps.lastComments(q, asked)),
    withKind('captioned', deps.lastRuns(q, asked)),
  ])
  const last = new Map<string, LastAction>()
  for (const { userId, kind, projectId, at } of actions.flat().toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    last.set(userId, { kind, projectId, title: titles.get(projectId) ?? '', at: at.toISOString() })
  return last
}

async function withKind<Kind extends LastAction['kind']>(kind: Kind, actions: Promise<readonly StoredAction[]>) {
  return (await actions).map((action) => ({ ...action, kind }))
}

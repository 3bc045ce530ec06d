import { type AccessibleProject, requireProject } from '#features/media/server/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { reviewContract, type Thread } from '../model/index.ts'
import type { ReviewDeps } from './deps.ts'
import { listCommenters } from './commenters.ts'
import { consumeCommentLimit, consumeOwnDecisionLimit } from './limits.ts'
import { readOverview, readThreads } from './read-comments.ts'
import { recordDecision } from './record-decision.ts'
import { createLink, revokeLink, viewLinks } from './review-links.ts'
import type { StoredThread } from './thread-rows.ts'
import { type Reader, viewThreads } from './thread-views.ts'
import { editComment, removeComment, replyTo, resolveThread, startThread } from './write-comments.ts'

const DONE = { done: true } as const

/** Implements `reviewContract`. */
export function reviewProcedures(deps: ReviewDeps) {
  return { ...readingProcedures(deps), ...writingProcedures(deps), ...linkProcedures(deps) }
}

const rpc = implementContract(reviewContract).use(authed)

function readingProcedures({ db }: ReviewDeps) {
  return {
    overview: rpc.overview.handler(async ({ input: { projectId }, context: { caller } }) => {
      const project = await requireProject(db, projectId, caller.userId, 'comment')
      return readOverview(db, projectId, readerOf(project, caller))
    }),
    threads: rpc.threads.handler(async ({ input, context: { caller } }) => {
      const project = await requireProject(db, input.projectId, caller.userId, 'comment')
      return readThreads(db, { ...input, reader: readerOf(project, caller) })
    }),
    people: rpc.people.handler(async ({ input: { projectId }, context: { caller } }) => {
      const { ownerId } = await requireProject(db, projectId, caller.userId, 'comment')
      return (await listCommenters(db, ownerId)).map(({ userId, name, access }) => ({ userId, name, access }))
    }),
  }
}

function writingProcedures(deps: ReviewDeps) {
  const { db } = deps

  async function open(projectId: string, caller: Caller) {
    const { userId } = caller
    const project = await requireProject(db, projectId, userId, 'comment')
    const author = { kind: 'user', userId } as const
    const authorize = (tx: Tx) => requireProject(tx, projectId, userId, 'comment')
    return { project, author, reader: readerOf(project, caller), authorize }
  }

  /** The same for a call that writes a text. */
  async function openToWrite(projectId: string, caller: Caller) {
    const opened = await open(projectId, caller)
    await consumeCommentLimit(deps, caller.userId)
    return opened
  }

  async function view(stored: StoredThread, reader: Reader): Promise<Thread> {
    const [thread] = await viewThreads(db, [stored], reader)
    if (thread === undefined) throw new Error('a thread has a view')
    return thread
  }

  return {
    start: rpc.start.handler(async ({ input: { projectId, ...input }, context: { caller } }) => {
      const opened = await openToWrite(projectId, caller)
      return view(await startThread(deps, { ...opened, ...input }), opened.reader)
    }),
    reply: rpc.reply.handler(async ({ input: { projectId, ...input }, context: { caller } }) => {
      const opened = await openToWrite(projectId, caller)
      return view(await replyTo(deps, { ...opened, ...input }), opened.reader)
    }),
    edit: rpc.edit.handler(async ({ input: { projectId, ...input }, context: { caller } }) => {
      await editComment(deps, { ...(await openToWrite(projectId, caller)), ...input })
      return DONE
    }),
    remove: rpc.remove.handler(async ({ input, context: { caller } }) => {
      await removeComment(deps, { ...(await open(input.projectId, caller)), ...input })
      return DONE
    }),
    decide: rpc.decide.handler(async ({ input: { projectId, ...input }, context: { caller } }) => {
      const opened = await open(projectId, caller)
      await consumeOwnDecisionLimit(deps, caller.userId)
      await recordDecision(deps, { ...opened, ...input })
      return DONE
    }),
    resolve: rpc.resolve.handler(async ({ input, context: { caller } }) => {
      await resolveThread(deps, { ...(await open(input.projectId, caller)), ...input })
      return DONE
    }),
  }
}

function linkProcedures(deps: ReviewDeps) {
  const own = (q: Queryable, projectId: string, { userId }: Caller) => requireProject(q, projectId, userId, 'own')
  return {
    links: rpc.links.handler(async ({ input: { projectId }, context: { caller } }) => {
      await own(deps.db, projectId, caller)
      return viewLinks(deps, projectId)
    }),
    createLink: rpc.createLink.handler(async ({ input, context: { caller } }) => {
      // Before the password is hashed, which takes long.
      await own(deps.db, input.projectId, caller)
      await createLink(deps, { ...input, authorize: (tx) => own(tx, input.projectId, caller) })
      return viewLinks(deps, input.projectId)
    }),
    revokeLink: rpc.revokeLink.handler(async ({ input, context: { caller } }) => {
      await revokeLink(deps, { ...input, authorize: (tx) => own(tx, input.projectId, caller) })
      return viewLinks(deps, input.projectId)
    }),
  }
}

function readerOf({ access }: AccessibleProject, { userId }: Caller): Reader {
  return { kind: 'user', userId, isOwner: access === 'owner' }
}

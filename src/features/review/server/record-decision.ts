import { documentRevision, publishComments } from '#features/captions/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Decision } from '../model/index.ts'
import type { CommentAuthor } from './comment-rows.ts'
import { listCommenters } from './commenters.ts'
import { upsertDecision } from './decision-rows.ts'
import type { ReviewDeps } from './deps.ts'
import { mayMail } from './limits.ts'
import { decisionMail } from './mails.ts'
import type { ReviewedProject } from './notify.ts'

type Decided = {
  readonly project: ReviewedProject
  readonly author: CommentAuthor
  readonly decision: Decision['decision']
  /** The revision of the captions that the author saw. */
  readonly revision: number
  /** Refuses a caller without access, in the transaction that writes. */
  authorize(tx: Tx): Promise<unknown>
}

/** Records a decision about the captions, and mails the owner if it is not theirs. */
export async function recordDecision(
  deps: ReviewDeps,
  { project, author, decision, revision, authorize }: Decided,
): Promise<void> {
  const mail = await mailAbout(deps, { project, author, decision })
  await transaction(deps.db, async (tx) => {
    await authorize(tx)
    const newest = (await documentRevision(tx, project.id)) ?? 1
    await upsertDecision(tx, {
      id: deps.newId(),
      projectId: project.id,
      author,
      decision,
      revision: Math.min(revision, newest),
      at: deps.now(),
    })
    if (mail !== undefined) await deps.optionalMail.send(tx, { userId: project.ownerId, kind: 'comments' }, mail)
    await publishComments(tx, project.id)
  })
}

async function mailAbout(
  deps: ReviewDeps,
  { project, author, decision }: Pick<Decided, 'project' | 'author' | 'decision'>,
) {
  const people = await listCommenters(deps.db, project.ownerId)
  const owner = people.find(({ access }) => access === 'owner')
  const isOwn = author.kind === 'user' && author.userId === project.ownerId
  if (owner === undefined || isOwn || !(await mayMail(deps, owner.userId))) return undefined
  const name =
    author.kind === 'guest' ? author.name : (people.find(({ userId }) => userId === author.userId)?.name ?? 'Somebody')
  return decisionMail({
    to: owner.email,
    name,
    isGuest: author.kind === 'guest',
    title: project.title,
    decision,
    url: `${deps.publicUrl}/projects/${project.id}?comment=all`,
  })
}

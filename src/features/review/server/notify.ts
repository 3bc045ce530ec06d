import type { Tx } from '#platform/server/db.ts'
import { mentionsIn } from '../model/index.ts'
import type { CommentAuthor } from './comment-rows.ts'
import { listCommenters } from './commenters.ts'
import type { ReviewDeps } from './deps.ts'
import { mayMail } from './limits.ts'
import { guestCommentMail, mentionMail } from './mails.ts'

/** The part of a project that comments and mails depend on. */
export type ReviewedProject = { readonly id: string; readonly ownerId: string; readonly title: string }

/** A comment about to be written. */
type Draft = { readonly project: ReviewedProject; readonly author: CommentAuthor; readonly text: string }

/** The people whom a comment concerns. */
export type Audience = {
  /** User ids of the mentioned people. */
  readonly mentions: readonly string[]
  /** Sends their mails in the transaction that writes the comment. */
  send(tx: Tx, o: { threadId: string; quote: string }): Promise<void>
}

const HOUR_MS = 3_600_000

/**
 * Finds the people who get a mail about a comment: those it mentions, or the owner if a guest wrote it. Call it before
 * the transaction, since it counts mails.
 * @param o.known user ids that the comment mentioned before it was edited, who get no further mail
 */
export async function findAudience(
  deps: ReviewDeps,
  { project, author, text }: Draft,
  { known = [] }: { known?: readonly string[] } = {},
): Promise<Audience> {
  const people = await listCommenters(deps.db, project.ownerId)
  const mentioned = author.kind === 'user' ? mentionsIn(text, people) : []
  const isNew = ({ userId }: { userId: string }) =>
    author.kind === 'guest' || (userId !== author.userId && !known.includes(userId))
  const wanted = author.kind === 'user' ? mentioned : people.filter(({ access }) => access === 'owner')
  const recipients: { userId: string; email: string }[] = []
  for (const person of wanted.filter(isNew)) if (await mayMail(deps, person.userId)) recipients.push(person)
  const name =
    author.kind === 'guest' ? author.name : (people.find(({ userId }) => userId === author.userId)?.name ?? 'Somebody')
  return {
    mentions: mentioned.map(({ userId }) => userId),
    async send(tx, { threadId, quote }) {
      const url = `${deps.publicUrl}/projects/${project.id}?comment=${threadId}`
      for (const { userId, email } of recipients) {
        const facts = { to: email, author: name, title: project.title, quote, text, url }
        // A busy guest fills no inbox: the key lets one mail an hour through.
        const hour = Math.floor(deps.now().getTime() / HOUR_MS)
        const mail =
          author.kind === 'user'
            ? mentionMail(facts)
            : {
                ...guestCommentMail(facts),
                key: `review-comment|${project.id}|${author.hash}|${userId}|${hour}`,
              }
        await deps.optionalMail.send(tx, { userId, kind: 'comments' }, mail)
      }
    },
  }
}

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Anchor } from './anchor.ts'
import { CommentText, ThreadFilter } from './comments.ts'
import { LinkLifetime, LinkPassword } from './links.ts'
import { ProjectPerson } from './mentions.ts'

/** A comment, as a reader sees it. */
export const Comment = z.object({
  id: z.uuid(),
  /** The author's name; null for a deleted account. */
  author: z.string().nullable(),
  isGuest: z.boolean(),
  /** Whether the reader wrote it. */
  isOwn: z.boolean(),
  /** Whether the reader may delete it. */
  mayDelete: z.boolean(),
  /** Plain text; empty for a deleted comment with answers. */
  text: z.string(),
  createdAt: z.iso.datetime(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
})
export type Comment = z.output<typeof Comment>

/** Comments on the same words, oldest first. */
export const Thread = Anchor.extend({
  id: z.uuid(),
  /** The commented words as they were. */
  quote: z.string(),
  isResolved: z.boolean(),
  comments: z.array(Comment),
})
export type Thread = z.output<typeof Thread>

/** A page of threads, newest first. */
export const ThreadPage = z.object({
  threads: z.array(Thread),
  /** Cursor of the next page. */ next: z.string().nullable(),
})
export type ThreadPage = z.output<typeof ThreadPage>

/** Somebody's decision about the captions, as a reader sees it. */
export const Decision = z.object({
  /** The author's name; null for a deleted account. */
  author: z.string().nullable(),
  /** Whether they decided through a review link. */
  isGuest: z.boolean(),
  /** Whether it is the reader's. */
  isOwn: z.boolean(),
  decision: z.enum(['approved', 'changes']),
  /** That of the captions they saw; the captions were edited since if theirs is higher. */
  revision: z.int(),
  decidedAt: z.iso.datetime(),
})
export type Decision = z.output<typeof Decision>

/** The words with open comments, and the decisions about the captions. */
export const ReviewOverview = z.object({
  /** The anchors of all open threads. */
  open: z.array(Anchor.extend({ threadId: z.uuid() })),
  /** Newest first. */
  decisions: z.array(Decision),
})
export type ReviewOverview = z.output<typeof ReviewOverview>

/** A review link, as its owner sees it. */
export const ReviewLink = z.object({
  id: z.uuid(),
  /** Its address; null if the secret that made it has changed. */
  url: z.string().nullable(),
  hasPassword: z.boolean(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
})
export type ReviewLink = z.output<typeof ReviewLink>

const project = z.object({ projectId: z.uuid() })
const words = z.object({ firstWordId: z.string().min(1).max(100), lastWordId: z.string().min(1).max(100) })
const thread = project.extend({ threadId: z.uuid() })
const comment = project.extend({ commentId: z.uuid() })
const Done = z.object({ done: z.literal(true) })
const Links = z.array(ReviewLink)

/**
 * `/api/rpc/review/*`: comments for everybody who may comment on a project (all but viewers), and its owner's review links. Guests use
 * `/api/review/:token/*`. Changes of comments arrive as `comments` events of `captions.watch`.
 */
export const reviewContract = {
  overview: oc.input(project).output(ReviewOverview),
  threads: oc
    .input(project.extend({ filter: ThreadFilter, cursor: z.string().max(100).optional() }))
    .output(ThreadPage),
  /** The people that a comment can mention, by name. */
  people: oc.input(project).output(z.array(ProjectPerson)),
  /**
   * Starts a thread at words, and mails the mentioned people. Refused: `conflict` if the words are gone or the project
   * has too many comments, `too_many_requests`.
   */
  start: oc.input(project.extend({ ...words.shape, text: CommentText })).output(Thread),
  /** Answers, and reopens a resolved thread. Refused likewise. */
  reply: oc.input(thread.extend({ text: CommentText })).output(Thread),
  /** Changes the text of one's own comment. Refused: `forbidden`. */
  edit: oc.input(comment.extend({ text: CommentText })).output(Done),
  /** Deletes one's own comment; an owner deletes any. Refused: `forbidden`. */
  remove: oc.input(comment).output(Done),
  resolve: oc.input(thread.extend({ isResolved: z.boolean() })).output(Done),
  /**
   * Approves the captions or asks for changes, in place of an earlier decision, and mails the owner.
   * `revision`: that of the captions that the caller saw. Refused: `too_many_requests`.
   */
  decide: oc.input(project.extend({ decision: Decision.shape.decision, revision: z.int().min(1) })).output(Done),
  /** Newest first. */
  links: oc.input(project).output(Links),
  /** Refused: `conflict` if there are too many. */
  createLink: oc.input(project.extend({ password: LinkPassword.nullable(), days: LinkLifetime })).output(Links),
  /** Ends a link at once. */
  revokeLink: oc.input(project.extend({ linkId: z.uuid() })).output(Links),
}

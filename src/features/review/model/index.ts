export { Anchor, type AnchoredWords, findAnchor, moveAnchor } from './anchor.ts'
export { CommentText, GuestName, quoteOf, ThreadFilter } from './comments.ts'
export {
  COMMENT_LENGTH,
  GUEST_KEY_HEADER,
  PROJECT_COMMENTS,
  THREAD_COMMENTS,
  THREADS_PER_PAGE,
  TOO_LONG,
} from './limits.ts'
export {
  type Comment,
  type Decision,
  reviewContract,
  type ReviewLink,
  type ReviewOverview,
  type Thread,
  type ThreadPage,
} from './contract.ts'
export {
  GuestComment,
  type GuestComments,
  GuestDecision,
  type GuestFonts,
  type GuestLogos,
  type GuestView,
} from './guest.ts'
export { linkExpiry, type LinkLifetime, linkState, type LinkState, PROJECT_LINKS } from './links.ts'
export { mentionBefore, mentionsIn, type ProjectPerson, splitMentions } from './mentions.ts'

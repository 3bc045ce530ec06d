import { formatNumber } from '#platform/shared/format/numbers.ts'

/** Maximum length of a comment, in UTF-16 units. */
export const COMMENT_LENGTH = 5_000
/** Maximum length of the quotation of commented words. */
export const QUOTE_LENGTH = 300
/** Maximum length of a guest's name. */
export const NAME_LENGTH = 60
/** Maximum comments of one project, answers included. */
export const PROJECT_COMMENTS = 2_000
/** Maximum comments of one thread. */
export const THREAD_COMMENTS = 100
/** Threads of one page of the list. */
export const THREADS_PER_PAGE = 20
/** Minimum and maximum length of the password of a review link. */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const

/** The refusal of a comment that is too long. */
export const TOO_LONG = `A comment has at most ${formatNumber(COMMENT_LENGTH)} characters. Shorten it, or send it in two.`

/** The header with the key of a guest's browser, for requests without a body. */
export const GUEST_KEY_HEADER = 'x-guest-key'

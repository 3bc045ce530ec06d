/** Maximum letters of a search. */
export const LONGEST_SEARCH = 200
/** Maximum videos of a result. */
export const MOST_FOUND = 20
/** Maximum sentences of one video in a result. */
export const MOST_SENTENCES = 3

/** Most words of one document: the longest video, two hours, at 250 words a minute. */
export const MOST_WORDS = 30_000

/**
 * Most letters of the words of one document, in UTF-16 units: what they say and what was heard, 15 and 15 a word, and
 * the texts of what hangs on them.
 */
export const MOST_LETTERS = 900_000
/** Most letters of all other texts of one document: translations, notes, names. */
export const MOST_PART_LETTERS = 1_200_000

/** Most patches in `styles`. */
export const MOST_STYLES = 200

/** Most items of each list of a document: two hours with a cut every second and a half, and room to spare elsewhere. */
export const MOST_PARTS = {
  speakers: 100,
  cuts: 5_000,
  markers: 1_000,
  glossary: 500,
  setAside: 500,
  frames: 8,
  /** The main track and eight translations. */
  tracks: 9,
} as const

/** Maximum words of one document: the longest video, two hours, at 250 words a minute. */
export const MOST_WORDS = 30_000

/**
 * Maximum letters of the words of one document, in UTF-16 units: their text and recognised text, 15 each a word, and
 * the texts of their decor.
 */
export const MOST_LETTERS = 900_000
/** Maximum letters of all other texts of one document: translations, notes, names. */
export const MOST_PART_LETTERS = 1_200_000

/** Maximum patches in `styles`. */
export const MOST_STYLES = 200

/** Maximum items of each list: for cuts, two hours with one every second and a half; for others, ample room. */
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

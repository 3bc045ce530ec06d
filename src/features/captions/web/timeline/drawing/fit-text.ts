/** The widest text that fits, with an ellipsis if it is shortened; empty when not even a letter fits. */
export type FitText = (text: string, widthPx: number) => string

/** A text whose width is known, divided once it did not fit. */
type Measured = { readonly width: number; letters?: readonly string[] }

/** Known texts; a language has fewer words. */
const MOST_KNOWN = 8_000

/**
 * Creates a `FitText` for the font of a context. Measuring is the most expensive part of drawing a word, so that each
 * text is measured once, and one that does not fit is divided into letters once.
 */
export function createFitText(measure: (text: string) => number): FitText {
  const known = new Map<string, Measured>()
  const knownOf = (text: string) => {
    const made = known.get(text)
    if (made !== undefined) return made
    if (known.size >= MOST_KNOWN) known.clear()
    const facts: Measured = { width: measure(text) }
    known.set(text, facts)
    return facts
  }
  return (text, widthPx) => {
    const facts = knownOf(text)
    const { width } = facts
    if (width <= widthPx) return text
    const letters = (facts.letters ??= [...text])
    const room = widthPx - knownOf('…').width
    // By the average letter: exact enough for a label, and needs no further measurement.
    const count = Math.floor((letters.length * room) / width)
    return count < 1 ? '' : `${letters.slice(0, count).join('')}…`
  }
}

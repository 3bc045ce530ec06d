/** The widest text that fits, with an ellipsis if it is shortened; empty when not even a letter fits. */
export type FitText = (text: string, widthPx: number) => string

/** Measured texts; a language has fewer words. */
const MOST_MEASURED = 8_000

/**
 * Creates a `FitText` for the font of a context. Measuring is the most expensive part of drawing a word, so that each
 * text is measured once.
 */
export function createFitText(measure: (text: string) => number): FitText {
  const widths = new Map<string, number>()
  const widthOf = (text: string) => {
    const known = widths.get(text)
    if (known !== undefined) return known
    if (widths.size >= MOST_MEASURED) widths.clear()
    const width = measure(text)
    widths.set(text, width)
    return width
  }
  return (text, widthPx) => {
    const width = widthOf(text)
    if (width <= widthPx) return text
    const letters = [...text]
    const room = widthPx - widthOf('…')
    // By the average letter: exact enough for a label, and needs no further measurement.
    const count = Math.floor((letters.length * room) / width)
    return count < 1 ? '' : `${letters.slice(0, count).join('')}…`
  }
}

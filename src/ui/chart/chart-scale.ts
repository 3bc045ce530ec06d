/** The width of a point in units of the drawing. */
export const STEP = 20
/** The height of the drawing in its own units; the page stretches it. */
const HEIGHT = 60

/** Maps values to the drawing, in whose units y grows downwards. */
export type ChartScale = {
  readonly width: number
  readonly height: number
  /** The highest value, at least 0. */
  readonly maximum: number
  /** The y of the value 0. */
  readonly zero: number
  /** The centre of the point with this index. */
  xOf(index: number): number
  yOf(value: number): number
}

/** The scale of a chart whose axis includes 0. @param o.top units that stay free above the highest value */
export function scaleOf(values: readonly number[], { top }: { top: number }): ChartScale {
  const [minimum, maximum] = [Math.min(0, ...values), Math.max(0, ...values)]
  // One unit stays free below, for the line at 0.
  const bottom = HEIGHT - 1
  const yOf = (value: number) =>
    minimum === maximum ? bottom : top + ((maximum - value) / (maximum - minimum)) * (bottom - top)
  return {
    width: values.length * STEP,
    height: HEIGHT,
    maximum,
    zero: yOf(0),
    xOf: (index) => index * STEP + STEP / 2,
    yOf,
  }
}

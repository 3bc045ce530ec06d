import type { MeasuringContext } from '#features/rendering/model/index.ts'

/** A measuring context in which every letter is 0.6 em wide. */
export function evenLetters(): MeasuringContext {
  const context: MeasuringContext = {
    font: '',
    letterSpacing: '0px',
    direction: 'ltr',
    textAlign: 'left',
    textBaseline: 'alphabetic',
    measureText(text) {
      const px = Number(/(\d+)px/.exec(context.font)?.[1])
      const width = text.length * (0.6 * px + Number.parseFloat(context.letterSpacing))
      return {
        width,
        actualBoundingBoxAscent: px,
        actualBoundingBoxDescent: 0,
        actualBoundingBoxLeft: 0,
        actualBoundingBoxRight: width,
      }
    },
  }
  return context
}

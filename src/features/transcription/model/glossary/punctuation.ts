const PUNCTUATION_AROUND = /^["'“”‘’(¿¡[]+|(?<!["'“”‘’.,;:!?…)\]])["'“”‘’.,;:!?…)\]]+$/gu

/** A written word without the punctuation around it; keeps signs that belong to it, as in `C++`. */
export function withoutPunctuation(text: string): string {
  return text.replace(PUNCTUATION_AROUND, '')
}

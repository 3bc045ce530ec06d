import type { WordMark } from '../store/suggestions/word-marks.ts'

/** Id of the description of words with suggestions for screen readers. */
export const SUGGESTED_EDIT_ID = 'suggested-edit'

/** The look of a word with a suggestion: its line differs in shape from those of other marks. */
export const MARK_CLASS: { readonly [Kind in WordMark['kind']]: string } = {
  added: 'bg-success/12 text-success underline decoration-success decoration-2 underline-offset-4',
  changed: 'bg-success/12 text-success underline decoration-success decoration-2 underline-offset-4',
  formatted: 'underline decoration-info decoration-dotted decoration-2 underline-offset-4',
  beside: '',
  waiting: 'underline decoration-premium decoration-dashed decoration-2 underline-offset-4',
}

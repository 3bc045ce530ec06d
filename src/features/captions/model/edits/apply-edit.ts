import { type CaptionDocument, cuesOf, withCues } from '../document.ts'
import { inheritLetters } from '../document-size.ts'
import type { Edit } from './edit.ts'
import { applyPartsEdit } from './edit-parts.ts'
import { applySplices } from './splices.ts'

/**
 * Applies an edit. Unchanged parts stay the same objects.
 * @returns the changed document, and the edit that reverts it exactly
 * @throws AppError `unprocessable` when it does not fit the document
 */
export function applyEdit(doc: CaptionDocument, edit: Edit): { readonly doc: CaptionDocument; readonly inverse: Edit } {
  const inverse: Edit = {}
  let next = doc
  if (edit.words !== undefined) {
    const words = applySplices(doc.words, edit.words)
    next = { ...next, words: words.items }
    inheritLetters(doc, words.items, edit.words)
    inverse.words = words.inverse
  }
  if (edit.cues !== undefined) {
    const cues = applySplices(cuesOf(doc), edit.cues)
    next = withCues(next, cues.items)
    inverse.cues = cues.inverse
  }
  if (edit.template !== undefined) {
    next = { ...next, template: edit.template }
    inverse.template = doc.template
  }
  if (edit.style !== undefined) {
    inverse.style = { styleId: edit.style.styleId, patch: doc.styles[edit.style.styleId] ?? null }
    next = { ...next, styles: withStyle(doc.styles, edit.style) }
  }
  if (edit.overlayStyles !== undefined) {
    const { styles } = next
    inverse.overlayStyles = edit.overlayStyles.map(({ styleId }) => ({ styleId, patch: styles[styleId] ?? null }))
    next = { ...next, styles: edit.overlayStyles.reduce(withStyle, styles) }
  }
  if (edit.derivedStyles !== undefined) {
    const { styles } = next
    inverse.derivedStyles = edit.derivedStyles.map(({ styleId }) => ({ styleId, patch: styles[styleId] ?? null }))
    next = { ...next, styles: edit.derivedStyles.reduce(withStyle, styles) }
  }
  if (edit.profile !== undefined) {
    next = { ...next, qc: { ...doc.qc, profile: edit.profile } }
    inverse.profile = doc.qc.profile
  }
  if (edit.parts !== undefined) {
    const parts = applyPartsEdit(next, edit.parts)
    next = parts.doc
    inverse.parts = parts.inverse
  }
  return { doc: next, inverse }
}

type Styles = CaptionDocument['styles']

/** The styles with one patch replaced; null removes it. */
function withStyle(styles: Styles, { styleId, patch }: NonNullable<Edit['style']>): Styles {
  const { [styleId]: _, ...others } = styles
  return patch === null ? others : { ...others, [styleId]: patch }
}

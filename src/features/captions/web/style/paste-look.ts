import {
  lookDifference,
  applyPatches,
  fitLook,
  fitTemplate,
  lookOf,
  orderPatches,
  perWordFields,
  type SavedLook,
  templateByRef,
} from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, type Command, cueOfWord, MAIN_STYLE, templateOf, wordIndex } from '../../model/index.ts'
import { replaceStyleCommands, type StyleTarget } from '../store/style-scope.ts'
import { NOTHING } from '../store/selection.ts'

/**
 * The commands that give the target a copied look: to all captions its template and changes, to single captions and
 * words what differs from the captions around them.
 * @throws AppError `not_found` for an unknown template, `unprocessable` if single captions cannot have the look
 */
export function pasteCommands(doc: CaptionDocument, target: StyleTarget, look: SavedLook): Command[] {
  if (target.scope === 'all') return chooseLookCommands(doc, look)
  const template = templateOf(doc)
  const word = doc.words[wordIndex(doc, target.selection.focus ?? '')]
  const cue = word && cueOfWord(doc, word.id)
  const under = orderPatches({
    document: doc.styles[MAIN_STYLE],
    caption: target.scope === 'words' ? doc.styles[cue?.styleId ?? ''] : undefined,
  })
  const wanted = applyPatches(fitTemplate(templateByRef(look.template), doc.media), [fitLook(look, doc.media).patch])
  const patch = lookDifference(template, under, wanted)
  if (patch === null) {
    throw new AppError('unprocessable', 'Single captions cannot have this look. Paste it on all captions.')
  }
  return replaceStyleCommands(doc, target, target.scope === 'words' ? perWordFields(patch) : patch)
}

/** The commands that give all captions a template with changes; none if they have it. */
export function chooseLookCommands(doc: CaptionDocument, look: SavedLook): Command[] {
  lookOf(look)
  const { id, version } = look.template
  const isSame = doc.template.id === id && doc.template.version === version
  return [
    ...(isSame ? [] : [{ type: 'setTemplate' as const, template: { id, version } }]),
    ...replaceStyleCommands(doc, { scope: 'all', selection: NOTHING }, fitLook(look, doc.media).patch),
  ]
}

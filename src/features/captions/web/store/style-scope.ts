import { type LookPatch, mergePatches, orderPatches, withoutFields } from '#features/templates/model/index.ts'
import {
  applyCommands,
  type CaptionDocument,
  type Command,
  cueIndex,
  cueOfWord,
  cuesOf,
  MAIN_STYLE,
  wordIndex,
} from '../../model/index.ts'
import { type Selection, selectedCueIds, selectedIds } from './selection.ts'

/** What a change in the Style panel applies to. */
export type StyleScope = 'all' | 'cue' | 'words'

/** What a change applies to, with the selection that chooses captions or words. */
export type StyleTarget = { readonly scope: StyleScope; readonly selection: Selection }

/** A change of a style that is still being dragged: shown, but not yet an edit. */
export type StyleDraft = StyleTarget & { readonly change: LookPatch }

/** The layers of styles that the panel changes, one for each scope. */
const LAYERS = { all: 'document', cue: 'caption', words: 'word' } as const

type Shown = { readonly doc: CaptionDocument; readonly draft: StyleDraft | null; readonly selection: Selection }

/**
 * The patch of one scope, with the dragged style: that of the document, or of the caption or word that has the focus.
 * The same object while it does not change.
 */
export function patchOf({ doc, draft, selection }: Shown, scope: StyleScope): LookPatch | undefined {
  const shown = withDraft(doc, draft)
  if (scope === 'all') return shown.styles[MAIN_STYLE]
  const word = shown.words[wordIndex(shown, selection.focus ?? '')]
  const styled = scope === 'words' ? word : word && cueOfWord(shown, word.id)
  return styled?.styleId === undefined ? undefined : shown.styles[styled.styleId]
}

/** The patches up to a scope, in the order they apply. */
export function patchesUpTo(
  scope: StyleScope,
  patches: Readonly<Record<StyleScope, LookPatch | undefined>>,
): LookPatch[] {
  const scopes = (['all', 'cue', 'words'] as const).slice(0, ['all', 'cue', 'words'].indexOf(scope) + 1)
  return orderPatches(Object.fromEntries(scopes.map((each) => [LAYERS[each], patches[each]])))
}

/** The commands that merge a change into the style of each caption or word of the target; none if nothing changes. */
export function styleCommands(doc: CaptionDocument, { scope, selection, change }: StyleDraft): Command[] {
  return restyleCommands(doc, { scope, selection }, (patch) => mergePatches(patch, change))
}

/** The commands that remove some fields from the style of the target, which then follows what is below it. */
export function resetFieldCommands(doc: CaptionDocument, target: StyleTarget, paths: readonly string[]): Command[] {
  return restyleCommands(doc, target, (patch) => withoutFields(patch, paths))
}

/** The commands that give the target one style, instead of its own. */
export function replaceStyleCommands(doc: CaptionDocument, target: StyleTarget, patch: LookPatch): Command[] {
  return restyleCommands(doc, target, () => patch)
}

/** The command that removes the own style of the target. */
export function resetCommands(doc: CaptionDocument, { scope, selection }: StyleTarget): Command[] {
  if (scope === 'all') return [{ type: 'setStyle', styleId: MAIN_STYLE, patch: {} }]
  if (scope === 'cue') return [{ type: 'setCueStyle', cueIds: selectedCueIds(doc, selection), patch: null }]
  return [{ type: 'setWordStyle', wordIds: selectedIds(doc, selection), patch: null }]
}

/** The commands for a changed style of each caption or word of the target; none if nothing changes. */
function restyleCommands(
  doc: CaptionDocument,
  target: StyleTarget,
  changed: (patch: LookPatch) => LookPatch,
): Command[] {
  const groups = target.scope === 'all' ? new Map<string, string[]>([[MAIN_STYLE, []]]) : byStyle(doc, target)
  return [...groups].flatMap(([styleId, ids]): Command[] => {
    const before = doc.styles[styleId] ?? {}
    const patch = changed(before)
    if (isSame(before, patch)) return []
    if (target.scope === 'all') return [{ type: 'setStyle', styleId, patch }]
    const own = Object.keys(patch).length === 0 ? null : patch
    return [
      target.scope === 'cue'
        ? { type: 'setCueStyle', cueIds: ids, patch: own }
        : { type: 'setWordStyle', wordIds: ids, patch: own },
    ]
  })
}

/** The document with a draft, one for each draft and document. */
const lastShown = new WeakMap<StyleDraft, { readonly doc: CaptionDocument; readonly shown: CaptionDocument }>()

/** The document with a style that is being dragged. */
export function withDraft(doc: CaptionDocument, draft: StyleDraft | null): CaptionDocument {
  if (draft === null) return doc
  const known = lastShown.get(draft)
  if (known?.doc === doc) return known.shown
  const shown = applyCommands(doc, styleCommands(doc, draft)).doc
  lastShown.set(draft, { doc, shown })
  return shown
}

/** The ids of the target by the style they have; '' for none. */
function byStyle(doc: CaptionDocument, { scope, selection }: StyleTarget): Map<string, string[]> {
  const items =
    scope === 'cue'
      ? selectedCueIds(doc, selection).map((id) => cuesOf(doc)[cueIndex(doc, id)])
      : selectedIds(doc, selection).map((id) => doc.words[wordIndex(doc, id)])
  const groups = new Map<string, string[]>()
  for (const item of items) {
    if (item === undefined) continue
    const styleId = item.styleId ?? ''
    const ids = groups.get(styleId) ?? []
    ids.push(item.id)
    groups.set(styleId, ids)
  }
  return groups
}

function isSame(one: LookPatch, other: LookPatch): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

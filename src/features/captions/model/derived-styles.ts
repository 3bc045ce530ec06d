import type { LookPatch } from '#features/templates/model/index.ts'
import { type CaptionDocument, cuesOf } from './document.ts'
import type { Edit } from './edits/edit.ts'
import { indexOfId } from './id-index.ts'
import type { Splice } from './edits/splices.ts'
import { withoutMentions } from './style-mentions.ts'

type Styled = { readonly id: string; readonly styleId?: string | undefined }

/** Starts the id of every style that is named by its content. */
const PREFIX = 'look-'

/** True for a style that is named by its content: it exists exactly while a word or a caption refers to it. */
export function isDerivedStyle(styleId: string): boolean {
  return styleId.startsWith(PREFIX)
}

/**
 * The id of a patch, derived from its content: equal patches share one style, and two editors that choose the same look
 * create the same style.
 */
export function derivedStyleId(patch: LookPatch): string {
  return `${PREFIX}${fnv1a(canonicalJson(patch))}`
}

/** True for a patch that changes nothing. */
export function isEmptyPatch(patch: LookPatch): boolean {
  return canonicalJson(patch) === '{}'
}

/**
 * The edit with the derived styles that it needs: adds those of newly styled words and captions, and removes those
 * without a remaining reference. A patch is included even if its style stays, so that undo can restore the reference
 * after somebody else removed the style.
 */
export function settleStyles(doc: CaptionDocument, edit: Edit): Edit {
  const { derivedStyles = [], ...rest } = edit
  const moved = [...movedReferences(doc.words, edit.words), ...movedReferences(cuesOf(doc), edit.cues)]
  const changes = new Map<string, number>()
  for (const { styleId, by } of moved)
    if (isDerivedStyle(styleId)) changes.set(styleId, (changes.get(styleId) ?? 0) + by)
  if (changes.size === 0) return rest
  const given = new Map(derivedStyles.map(({ styleId, patch }) => [styleId, patch]))
  const settled = [...changes].flatMap(([styleId, by]) => {
    const isUsed = references(doc, styleId) + by > 0 || isMentionedElsewhere(doc, styleId)
    const patch = isUsed ? (doc.styles[styleId] ?? given.get(styleId)) : null
    return patch === undefined ? [] : [{ styleId, patch }]
  })
  return settled.length === 0 ? rest : { ...rest, derivedStyles: settled }
}

/** The references to styles that splices remove (−1) or add (+1); those of unchanged items cancel out. */
function movedReferences<Item extends Styled>(
  items: readonly Item[],
  splices: readonly Splice<Item>[] = [],
): { readonly styleId: string; readonly by: 1 | -1 }[] {
  return splices.flatMap(({ remove, insert }) => {
    const before = new Map(remove.map((id) => [id, items[indexOfId(items, id)]?.styleId]))
    const added = insert.filter(({ id, styleId }) => styleId !== before.get(id))
    const after = new Map(insert.map(({ id, styleId }) => [id, styleId]))
    const removed = [...before].filter(([id, styleId]) => styleId !== after.get(id))
    return [
      ...removed.flatMap(([, styleId]) => (styleId === undefined ? [] : [{ styleId, by: -1 as const }])),
      ...added.flatMap(({ styleId }) => (styleId === undefined ? [] : [{ styleId, by: 1 as const }])),
    ]
  })
}

/** The words and captions of the main track that refer to a style. */
function references(doc: CaptionDocument, styleId: string): number {
  const count = (items: readonly Styled[]) => items.reduce((sum, each) => sum + Number(each.styleId === styleId), 0)
  return count(doc.words) + count(cuesOf(doc))
}

/** True if a speaker, an overlay or a translation of an imported document refers to the style. */
function isMentionedElsewhere(doc: CaptionDocument, styleId: string): boolean {
  return withoutMentions(doc, styleId).parts !== undefined
}

/** JSON with sorted keys and without absent fields or empty sections. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value) ?? {})
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).flatMap(([key, part]) => {
    const inner = sorted(part)
    return inner === undefined ? [] : [[key, inner] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** FNV-1a hash, 64 bits, of the UTF-16 units of a text, as 16 hex digits. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

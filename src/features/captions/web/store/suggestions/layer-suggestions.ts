import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, type Command, conflictingParts, traceCommands } from '../../../model/index.ts'
import type { EditorState } from '../editor-state.ts'
import { type Entry, entryOf } from '../history.ts'
import { newUuid } from '../new-id.ts'
import type { Layer, OwnSuggestion, SuggestState } from './suggest-state.ts'
import { marksBetween, waitingMarks } from './word-marks.ts'

type Traced = ReturnType<typeof traceCommands>

/** The state of the captions themselves, without the person's suggestions over them. */
export function liveOf(state: EditorState): EditorState {
  const { live } = state.suggest
  return live === null ? state : { ...state, ...live }
}

/**
 * A change of the captions themselves, with the person's suggestions applied over it again. Returns the change itself
 * while edits go to the captions.
 * @param o.savedId a batch that is now part of the captions
 */
export function withLive(
  state: EditorState,
  change: Partial<EditorState>,
  { savedId }: { savedId?: string } = {},
): Partial<EditorState> {
  const { suggest } = state
  const own = savedId === undefined ? suggest.own : suggest.own.filter(({ batchId }) => batchId !== savedId)
  if (suggest.live === null)
    return own.length === suggest.own.length ? change : { ...change, suggest: { ...suggest, own } }
  const { doc, past, future } = { ...suggest.live, ...change }
  const { past: _, future: __, ...rest } = change
  return { ...rest, ...layered({ ...suggest, own, live: { doc, past, future } }, doc) }
}

/** Applies the person's suggestions that fit over the captions, while `suggest.live`. @param doc the captions */
export function layered(suggest: SuggestState, doc: CaptionDocument): Pick<EditorState, 'doc' | 'suggest'> {
  if (suggest.live === null) return { doc, suggest: withMarks({ ...suggest, layers: [] }, doc) }
  let shown = doc
  const layers: Layer[] = []
  for (const { batchId, commands } of suggest.own) {
    const traced = unlessRefused(() => traceCommands(shown, commands))
    if (traced === undefined) continue
    shown = traced.doc
    layers.push(layerOf(batchId, traced))
  }
  return { doc: shown, suggest: withMarks({ ...suggest, layers }, shown) }
}

/** The state with its marks computed again. @param doc the captions that are shown */
export function withMarks(suggest: SuggestState, doc: CaptionDocument): SuggestState {
  const applied = new Set(suggest.layers.map(({ batchId }) => batchId))
  const gone = new Set(suggest.withdrawn)
  const waiting = suggest.list === null ? [] : waitingMarks(suggest.list, (id) => !applied.has(id) && !gone.has(id))
  const own = suggest.live === null ? [] : marksBetween(suggest.live.doc, doc, suggest.layers)
  const marks = new Map([...waiting, ...own])
  return marks.size === 0 && suggest.marks.size === 0 ? suggest : { ...suggest, marks }
}

/**
 * Suggests an edit on the shown captions.
 * @param o.batchId default: a new one @param o.baseRevision default: that of the saved captions
 * @throws AppError `unprocessable` when it does not fit
 */
export function addSuggestion(
  state: EditorState,
  commands: Command[],
  { batchId = newUuid(), baseRevision = state.saved.rev }: { batchId?: string; baseRevision?: number } = {},
): Pick<EditorState, 'doc' | 'suggest'> & { readonly entry: Entry; readonly made: OwnSuggestion } {
  const { suggest, doc } = state
  const traced = traceCommands(doc, commands)
  const layer = layerOf(batchId, traced)
  const buildsOn = groundOf(layer, suggest)
  const made = { batchId, commands, buildsOn, baseRevision, isSent: false }
  const next = { ...suggest, own: [...suggest.own, made], layers: [...suggest.layers, layer] }
  const { doc: after, inverse, footprint } = traced
  const entry = { ...entryOf({ redo: commands, undo: inverse, after, footprint }), suggestedId: batchId }
  return { doc: after, suggest: withMarks(next, after), entry, made }
}

/** Suggestions without others that are gone; what was not sent builds on them no longer. */
export function withoutOwn(own: readonly OwnSuggestion[], gone: ReadonlySet<string>): OwnSuggestion[] {
  return own
    .filter(({ batchId }) => !gone.has(batchId))
    .map((batch) =>
      batch.isSent || !batch.buildsOn.some((id) => gone.has(id))
        ? batch
        : { ...batch, buildsOn: batch.buildsOn.filter((id) => !gone.has(id)) },
    )
}

/** The suggestions that a new one uses the same parts as, and those that they build on, in order. */
function groundOf({ footprint }: Layer, { own, layers }: SuggestState): string[] {
  const ids = new Set(
    layers.filter((below) => conflictingParts(footprint, below.footprint).length > 0).map(({ batchId }) => batchId),
  )
  for (const { batchId, buildsOn } of own.toReversed()) if (ids.has(batchId)) for (const id of buildsOn) ids.add(id)
  // Those that were accepted or declined meanwhile come first, since they are older.
  return [...new Set([...[...ids].filter((id) => own.every(({ batchId }) => batchId !== id)), ...idsIn(own, ids)])]
}

function idsIn(own: readonly OwnSuggestion[], ids: ReadonlySet<string>): string[] {
  return own.flatMap(({ batchId }) => (ids.has(batchId) ? [batchId] : []))
}

function layerOf(batchId: string, { footprint, effects }: Traced): Layer {
  const splices = effects.flatMap(({ words = [] }) => words)
  const wordIds = new Set(splices.flatMap(({ remove, insert }) => [...remove, ...insert.map(({ id }) => id)]))
  return { batchId, footprint, wordIds: [...wordIds] }
}

function unlessRefused<Result>(attempt: () => Result): Result | undefined {
  try {
    return attempt()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

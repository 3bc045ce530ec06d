import { changedRange } from '#platform/shared/changed-range.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, type Cue, cuesOf, type TranslationTrack } from '../document.ts'
import { translationsOf } from '../translations.ts'
import { wordIndex } from '../timing/spans.ts'

/**
 * Checks the invariants of the optional parts: ids are unique, references resolve, times run forward, cuts and
 * translations do not overlap, and each aspect has one frame and each check one waiver.
 * @param before a valid earlier version: only changes since are checked
 * @throws AppError `unprocessable` at the first violation
 */
export function checkParts(doc: CaptionDocument, before?: CaptionDocument): void {
  const isNew = (name: keyof CaptionDocument) => before?.[name] !== doc[name]
  const hasFewerNames = isNew('styles') || isNew('speakers')
  const words = changedItems(doc.words, hasFewerNames ? undefined : before?.words)
  const cues = changedItems(cuesOf(doc), hasFewerNames || before === undefined ? undefined : cuesOf(before))
  checkNames(doc, [...words, ...cues])
  if (words.some(({ decor }) => decor !== undefined)) checkDecor(doc)
  checkCueParts(cues)
  if (hasFewerNames || isNew('tracks') || isNew('words')) checkTracks(doc)
  if (hasFewerNames) checkSpeakers(doc)
  if (isNew('cuts')) checkCuts(doc)
  if (isNew('markers')) checkMoments(doc.markers, 'markers')
  if (isNew('setAside')) checkMoments(doc.setAside, 'texts set aside')
  if (isNew('glossary')) refuseDuplicates(doc.glossary ?? [], 'glossary entries')
  if (isNew('frames')) checkFrames(doc)
  if (hasFewerNames || isNew('overlays')) checkOverlays(doc)
  if (isNew('qc')) checkQc(doc)
}

/** The items from the first to the last that changed; all items if there is no earlier list. */
function changedItems<Item>(after: readonly Item[], before: readonly Item[] | undefined): readonly Item[] {
  if (before === undefined) return after
  const { start, endAfter } = changedRange(before, after)
  return after.slice(start, endAfter)
}

type Named = { readonly id?: string; readonly styleId?: string | undefined; readonly speaker?: string | undefined }

function checkNames({ styles, speakers = [] }: CaptionDocument, items: Iterable<Named>): void {
  const known = new Set(speakers.map(({ id }) => id))
  for (const { styleId, speaker } of items) {
    if (styleId !== undefined && !Object.hasOwn(styles, styleId)) refuse(`There is no style ${styleId}.`)
    if (speaker !== undefined && !known.has(speaker)) refuse(`There is no speaker ${speaker}.`)
  }
}

function checkDecor({ words }: CaptionDocument): void {
  refuseDuplicates(
    words.flatMap(({ decor = [] }) => decor),
    'decorations',
  )
}

function checkCueParts(cues: readonly Cue[]): void {
  for (const cue of cues) {
    checkForward(cue, `The caption ${cue.id}`)
    checkWaivers(cue.waivers)
  }
}

function checkSpeakers(doc: CaptionDocument): void {
  const { speakers = [] } = doc
  refuseDuplicates(speakers, 'speakers')
  checkNames(doc, speakers)
}

function checkTracks(doc: CaptionDocument): void {
  refuseDuplicates(doc.tracks, 'tracks')
  for (const track of translationsOf(doc)) {
    checkNames(doc, [track, ...track.cues])
    checkTranslations(doc, track)
  }
}

function checkOverlays(doc: CaptionDocument): void {
  const { title, closing, logo } = doc.overlays ?? {}
  checkForward(title ?? {}, 'The title')
  checkForward(logo ?? {}, 'The logo')
  checkNames(doc, [title ?? {}, closing ?? {}])
}

function checkQc({ qc }: CaptionDocument): void {
  checkWaivers(qc.waivers)
  if ((qc.limits?.minMs ?? 0) > (qc.limits?.maxMs ?? Number.POSITIVE_INFINITY))
    refuse('The shortest time of a caption is longer than the longest.')
}

function checkTranslations(doc: CaptionDocument, { id: track, cues }: TranslationTrack): void {
  refuseDuplicates(cues, `captions of the track ${track}`)
  let end = -1
  for (const { id, from, to } of cues) {
    const [first, last] = [wordIndex(doc, from), wordIndex(doc, to)]
    if (first < 0 || last < 0) refuse(`The translation ${id} is about a word that is not there.`)
    if (first <= end || last < first)
      refuse(`The translation ${id} overlaps the one before it or ends before it starts.`)
    end = last
  }
}

function checkCuts({ cuts = [] }: CaptionDocument): void {
  refuseDuplicates(cuts, 'cuts')
  let end = 0
  for (const cut of cuts) {
    checkForward(cut, `The cut ${cut.id}`)
    if (cut.t0 < end) refuse(`The cut ${cut.id} overlaps the one before it.`)
    end = cut.t1
  }
}

function checkMoments(
  items: readonly { readonly id: string; readonly t: number }[] | undefined = [],
  what: string,
): void {
  refuseDuplicates(items, what)
  if (items.some(({ t }, at) => t < (items[at - 1]?.t ?? 0))) refuse(`The ${what} are not in order.`)
}

function checkFrames({ frames = [] }: CaptionDocument): void {
  refuseDuplicates(frames, 'frames')
  refuseDuplicates(
    frames.map(({ aspect }) => ({ id: aspect })),
    'frames',
  )
  for (const { aspect, crops } of frames)
    if (crops.some(({ t0 }, at) => t0 <= (crops[at - 1]?.t0 ?? -1))) refuse(`The crops of ${aspect} are not in order.`)
}

function checkForward({ t0, t1 }: { t0?: number | undefined; t1?: number | undefined }, what: string): void {
  if (t0 !== undefined && t1 !== undefined && t1 <= t0) refuse(`${what} ends before it starts.`)
}

function checkWaivers(waivers: readonly { readonly rule: string }[] = []): void {
  refuseDuplicates(
    waivers.map(({ rule }) => ({ id: rule })),
    'waivers',
  )
}

function refuseDuplicates(items: readonly { readonly id: string }[], what: string): void {
  const ids = new Set<string>()
  for (const { id } of items) {
    if (ids.has(id)) refuse(`Two ${what} have the id ${id}.`)
    ids.add(id)
  }
}

function refuse(message: string): never {
  throw new AppError('unprocessable', message)
}

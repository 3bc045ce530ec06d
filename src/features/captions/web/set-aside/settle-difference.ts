import {
  applyCommands,
  type CaptionDocument,
  type Command,
  shareSpan,
  type Word,
  wordIndex,
} from '../../model/index.ts'
import { putBack, type SetAside } from './put-back.ts'

/** What was recognised, and what the script has in its place. */
export type Difference = {
  readonly recognised: SetAside
  /** The text of the script, as it is in the captions now. */
  readonly script: string
  /** The words of the captions in its place; none if they are set aside as well. */
  readonly words: readonly Word[]
}

/** The differences whose words were neither removed nor replaced since; other texts are no part of the result. */
export function differencesIn(doc: CaptionDocument): Difference[] {
  return (doc.setAside ?? []).flatMap((recognised): Difference[] => {
    if (recognised.insteadOf === undefined) return []
    const words = recognised.insteadOf.words.flatMap((id) => doc.words[wordIndex(doc, id)] ?? [])
    if (words.length > 0) return [{ recognised, script: words.map(({ text }) => text).join(' '), words }]
    return recognised.insteadOf.words.length === 0 ? [{ recognised, script: recognised.insteadOf.text, words }] : []
  })
}

/**
 * The commands that put what was recognised in place of the script's words, with its times.
 * @throws AppError `unprocessable` when a text finds no room
 */
export function acceptRecognised(doc: CaptionDocument, differences: readonly Difference[]): Command[] {
  const ids = differences.flatMap(({ words }) => words.map(({ id }) => id))
  const removed: Command[] = ids.length === 0 ? [] : [{ type: 'deleteWords', ids }]
  const rest = applyCommands(doc, removed).doc
  return [
    ...removed,
    ...putBack(
      rest,
      differences.map(({ recognised }) => recognised),
    ),
  ]
}

/**
 * The commands that keep the script's words, at the time of what was recognised. Words that somebody timed since stay where
 * they are, and so do words without room there.
 * @throws AppError `unprocessable` when a text finds no room
 */
export function keepScript(doc: CaptionDocument, differences: readonly Difference[]): Command[] {
  const kept = differences.filter(({ words }) => words.length > 0)
  const retimed = kept.flatMap(({ recognised, words }) => timesWithin(doc, words, spanOf(recognised)))
  const drop = kept.map(({ recognised }) => recognised.id)
  const aside = differences.filter(({ words }) => words.length === 0).map(scriptAside)
  const commands: Command[] = [
    ...(retimed.length > 0 ? [{ type: 'retimeWords', words: retimed } as const] : []),
    ...(drop.length > 0 ? [{ type: 'removeSetAside', ids: drop } as const] : []),
  ]
  return aside.length === 0 ? commands : [...commands, ...putBack(applyCommands(doc, commands).doc, aside)]
}

type Span = { readonly t0: number; readonly t1: number }

function spanOf({ t, wordTimes = [] }: SetAside): Span {
  return { t0: t, t1: t + (wordTimes.at(-1)?.[1] ?? 0) }
}

/** The words spread over a span; none if somebody timed one of them, or they have no room there. */
function timesWithin(doc: CaptionDocument, words: readonly Word[], span: Span) {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || words.some(({ timing }) => timing !== 'interpolated')) return []
  const [from, until] = [wordIndex(doc, first.id), wordIndex(doc, last.id)]
  const earliest = doc.words[from - 1]?.t1 ?? 0
  const latest = doc.words[until + 1]?.t0 ?? doc.media.durMs
  const hasRoom = span.t0 >= earliest && span.t1 <= latest && span.t1 - span.t0 >= words.length
  if (!hasRoom || until - from + 1 !== words.length) return []
  const spans = shareSpan(
    span,
    words.map(({ text }) => text),
  )
  return words.flatMap(({ id }, at) => {
    const time = spans[at]
    return time === undefined ? [] : [{ id, ...time }]
  })
}

/** The script's text of a difference as a text of its own, spread over what was recognised. */
function scriptAside({ recognised, script }: Difference): SetAside {
  const { insteadOf: _, wordTimes: __, ...text } = recognised
  const texts = script.split(' ')
  const { t0, t1 } = spanOf(recognised)
  if (t1 - t0 < texts.length) return { ...text, text: script }
  const wordTimes = shareSpan({ t0: 0, t1: t1 - t0 }, texts).map((time): [number, number] => [time.t0, time.t1])
  return { ...text, text: script, wordTimes }
}

import {
  applyCommands,
  type CaptionDocument,
  type Command,
  PROFILES,
  segmentWords,
  type Word,
} from '../../model/index.ts'
import { newId } from '../store/new-id.ts'
import { insertLineAt } from '../store/word-edits.ts'

/** A text without a place among the words. */
export type SetAside = NonNullable<CaptionDocument['setAside']>[number]

/**
 * The commands that put texts among the words, each at a time in ms, in captions of their own that are cut by the profile.
 * Words whose times are known get them where there is room.
 * @param tMs default: the time of each text
 * @throws AppError `unprocessable` when a text finds no room
 */
export function putBack(doc: CaptionDocument, texts: readonly SetAside[], tMs?: number): Command[] {
  const commands: Command[] = []
  let now = doc
  const add = (more: readonly Command[]): void => {
    commands.push(...more)
    now = applyCommands(now, more).doc
  }
  // The last one first: of texts at one time, each is inserted before those after it.
  for (const text of texts.toReversed()) {
    const known = new Set(now.words.map(({ id }) => id))
    add(insertLineAt(now, tMs ?? text.t, text.text))
    const isNew = ({ id }: Word): boolean => !known.has(id)
    if (tMs === undefined) add(timesOf(now, now.words.findIndex(isNew), text))
    const cues = segmentWords(now.words.filter(isNew), PROFILES[now.qc.profile], now.lang)
    add(cues.slice(1).map(({ from }): Command => ({ type: 'splitCue', before: from, newId: newId() })))
  }
  add([{ type: 'removeSetAside', ids: texts.map(({ id }) => id) }])
  return commands
}

/** The command that gives inserted words their known times; none if these overlap words beside them. */
function timesOf(doc: CaptionDocument, place: number, { t, text, wordTimes = [] }: SetAside): Command[] {
  const words = wordTimes.flatMap(([t0, t1], at) => {
    const word = doc.words[place + at]
    return word === undefined ? [] : [{ id: word.id, t0: t + t0, t1: t + t1 }]
  })
  const isWhole = words.length > 0 && words.length === text.split(' ').length
  const earliest = doc.words[place - 1]?.t1 ?? 0
  const latest = doc.words[place + words.length]?.t0 ?? doc.media.durMs
  const fits = (words[0]?.t0 ?? 0) >= earliest && (words.at(-1)?.t1 ?? 0) <= latest
  return isWhole && fits ? [{ type: 'retimeWords', words }] : []
}

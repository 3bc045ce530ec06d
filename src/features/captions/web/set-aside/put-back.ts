import { applyCommands, type CaptionDocument, type Command, PROFILES, segmentWords } from '../../model/index.ts'
import { newId } from '../new-id.ts'
import { insertLineAt } from '../word-edits.ts'

/** A text without a place among the words. */
export type SetAside = NonNullable<CaptionDocument['setAside']>[number]

/**
 * The commands that put texts back among the words, each at a time in ms, in captions of their own that are cut by the
 * profile.
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
  for (const { t, text } of texts.toReversed()) {
    const known = new Set(now.words.map(({ id }) => id))
    add(insertLineAt(now, tMs ?? t, text))
    const added = now.words.filter(({ id }) => !known.has(id))
    const cues = segmentWords(added, PROFILES[now.qc.profile], now.lang)
    add(cues.slice(1).map(({ from }): Command => ({ type: 'splitCue', before: from, newId: newId() })))
  }
  add([{ type: 'removeSetAside', ids: texts.map(({ id }) => id) }])
  return commands
}

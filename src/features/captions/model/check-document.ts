import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, cuesOf } from './document.ts'

/**
 * The promises of the format that no schema can say: words in order, none overlapping, ids unique, and
 * the cues sharing out all words, in order, with line breaks inside themselves.
 * @throws AppError `unprocessable` at the first promise that is broken
 */
export function checkDocument(doc: CaptionDocument): void {
  checkWords(doc)
  checkCues(doc)
}

function checkWords({ words }: CaptionDocument): void {
  const ids = new Set<string>()
  let end = 0
  for (const { id, t0, t1 } of words) {
    if (ids.has(id)) refuse(`Two words have the id ${id}.`)
    if (t0 < end || t1 <= t0) refuse(`The word ${id} overlaps the one before it or ends before it starts.`)
    ids.add(id)
    end = t1
  }
}

function checkCues(doc: CaptionDocument): void {
  const ids = new Set<string>()
  let place = 0
  for (const { id, from, to, breaks } of cuesOf(doc)) {
    if (ids.has(id)) refuse(`Two captions have the id ${id}.`)
    ids.add(id)
    if (doc.words[place]?.id !== from) refuse(`The caption ${id} does not begin where the one before it ends.`)
    let broken = 0
    while (doc.words[place] !== undefined && doc.words[place]?.id !== to) {
      place += 1
      if (breaks[broken] !== undefined && breaks[broken] === doc.words[place]?.id) broken += 1
    }
    if (doc.words[place] === undefined) refuse(`The caption ${id} ends with a word that is not there.`)
    if (broken < breaks.length) refuse(`The caption ${id} breaks a line at a word that is not inside it.`)
    place += 1
  }
  if (place < doc.words.length) refuse('Some words are in no caption.')
}

function refuse(message: string): never {
  throw new AppError('unprocessable', message)
}

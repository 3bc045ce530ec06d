import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  applyCommands,
  type CaptionDocument,
  checkDocument,
  type Cue,
  cuesOf,
  linesOf,
  textOf,
} from '../../model/index.ts'
import { captionText, rewriteCaption } from './rewrite-caption.ts'

const doc = documentOf('never lose a word again when two people edit one clip today or tomorrow')

test('sets a caption to the typed text, and no other caption', () => {
  fc.assert(
    fc.property(fc.nat(10), fc.array(someWord(), { minLength: 1, maxLength: 9 }), (at, texts) => {
      const cue = cueAt(at)
      const after = rewritten(cue, texts.join(' '))
      checkDocument(after)
      expect(wordsIn(after, cue.id)).toBe(texts.join(' '))
      const others = cuesOf(doc).filter(({ id }) => id !== cue.id)
      for (const other of others) expect(wordsIn(after, other.id)).toBe(wordsIn(doc, other.id))
    }),
  )
})

test('keeps the times of words that stay', () => {
  const cue = cueAt(0)
  const [first] = captionText(doc, cue).split('\n')
  const after = rewritten(cue, captionText(doc, cue).replace('lose', 'drop'))
  expect(first).toContain('lose')
  expect(after.words.map(({ id, t0, t1 }) => [id, t0, t1])).toEqual(doc.words.map(({ id, t0, t1 }) => [id, t0, t1]))
})

test('keeps typed line breaks, and sets none when only words change', () => {
  const cue = cueAt(0)
  const broken = rewritten(cue, 'never\nlose a word')
  expect(linesIn(broken, cue.id)).toEqual(['never', 'lose a word'])
  expect(cuesOf(broken)[0]?.locked).toBe(true)
  const changed = rewritten(cue, captionText(doc, cue).replace('word', 'thing'))
  expect(cuesOf(changed)[0]?.locked).toBeUndefined()
})

test('deletes a caption whose text is removed, and changes nothing without a change', () => {
  const cue = cueAt(0)
  expect(cuesOf(rewritten(cue, ' ')).some(({ id }) => id === cue.id)).toBe(false)
  expect(rewriteCaption(doc, cue, captionText(doc, cue))).toEqual({ words: [], breaks: [] })
})

test('names the words that each command changes, and their new text', () => {
  const cue = cueAt(0)
  expect(captionText(doc, cue).split(/\s/u).slice(0, 3)).toEqual(['never', 'lose', 'a'])
  const rest = captionText(doc, cue).split(/\s/u).slice(3).join(' ')
  const changesOf = (typed: string) => rewriteCaption(doc, cue, typed).words.map(({ ids, text }) => ({ ids, text }))
  const [first, second, third] = doc.words.map(({ id }) => id)
  expect(changesOf(`never drop a ${rest}`)).toEqual([{ ids: [second], text: 'drop' }])
  expect(changesOf(`never drop out a ${rest}`)).toEqual([{ ids: [second], text: 'drop out' }])
  expect(changesOf(`never ${rest}`)).toEqual([{ ids: [second, third], text: '' }])
  expect(changesOf(`never lose such a ${rest}`)).toEqual([{ ids: [], text: '' }])
  expect(changesOf(`so never lose a ${rest}`)).toEqual([{ ids: [first], text: 'so never' }])
})

function rewritten(cue: Cue, typed: string): CaptionDocument {
  const { words, breaks } = rewriteCaption(doc, cue, typed)
  return applyCommands(doc, [...words.map(({ command }) => command), ...breaks]).doc
}

function cueAt(at: number): Cue {
  const cue = cuesOf(doc)[at % cuesOf(doc).length]
  if (cue === undefined) throw new Error('no captions')
  return cue
}

function linesIn(captions: CaptionDocument, cueId: string): string[] {
  return cuesOf(captions)
    .filter(({ id }) => id === cueId)
    .flatMap((cue) => linesOf(captions, cue).map(textOf))
}

function wordsIn(captions: CaptionDocument, cueId: string): string {
  return linesIn(captions, cueId).join(' ')
}

function someWord() {
  return fc.constantFrom('never', 'lose', 'a', 'word', 'again', 'when', 'new', 'x')
}

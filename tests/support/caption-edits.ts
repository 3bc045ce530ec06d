import fc from 'fast-check'
import {
  applyCommands,
  type CaptionDocument,
  type Command,
  createDocument,
  cuesOf,
  wordsOf,
} from '#features/captions/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'

/** One command that fitted, and how the captions stood around it. */
export type Step = {
  readonly before: CaptionDocument
  readonly command: Command
  readonly after: CaptionDocument
  readonly inverse: Command[]
}
/** What somebody wants to do to some word or other; `a` and `b` choose which. */
export type Intent = { readonly type: Command['type']; readonly a: number; readonly b: number; readonly text: string }

/** Turns intents into commands that speak of words that are there; refusals are left out. */
export function perform(start: CaptionDocument, intents: readonly Intent[], prefix = 'n'): Step[] {
  const steps: Step[] = []
  let doc = start
  for (const [at, intent] of intents.entries()) {
    const command = commandFor(doc, intent, `${prefix}${at}`)
    if (command === undefined) continue
    try {
      const { doc: after, inverse } = applyCommands(doc, [command])
      steps.push({ before: doc, command, after, inverse })
      doc = after
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return steps
}

/** A command that speaks of words that are there; undefined where there is none like that. */
export function commandFor(doc: CaptionDocument, { type, a, b, text }: Intent, newId: string): Command | undefined {
  const word = doc.words[a % Math.max(1, doc.words.length)]
  const cue = cuesOf(doc)[a % Math.max(1, cuesOf(doc).length)]
  const id = word?.id ?? 'none'
  const run = doc.words
    .slice(a % Math.max(1, doc.words.length))
    .slice(0, 2 + (b % 3))
    .map((each) => each.id)
  switch (type) {
    case 'setWordText':
      return { type, id, text }
    case 'insertWords':
      return {
        type,
        after: b % 5 === 0 ? null : id,
        words: [
          { id: newId, text },
          { id: `${newId}b`, text: 'hello' },
        ],
        ...(b % 2 === 0 && { cueId: `${newId}c` }),
        ...(b % 3 === 0 && { t0: b * 50 }),
      }
    case 'deleteWords':
      return { type, ids: run }
    case 'splitWord':
      return {
        type,
        id,
        parts: [
          { id, text },
          { id: newId, text: 'second' },
        ],
      }
    case 'mergeWords':
      return run.length < 2 ? undefined : { type, ids: run, text }
    case 'retimeWords':
      return word && { type, words: [{ id, t0: Math.max(0, word.t0 + (b % 7) - 3), t1: word.t1 + (b % 5) - 2 }] }
    case 'setTag':
      return { type, ids: run, tag: 'keyword', on: b % 2 === 0 }
    case 'replaceText':
      return {
        type,
        find: ['a', 'the', 'two the', text][b % 4] ?? 'a',
        replace: ['', 'x', 'one two three', ' '][a % 4] ?? '',
        matchCase: false,
        wholeWords: b % 3 === 0,
        newId,
      }
    case 'splitCue':
      return { type, before: id, newId }
    case 'mergeCues':
      return cue && { type, id: cue.id }
    case 'setBreaks':
      return (
        cue && {
          type,
          id: cue.id,
          breaks:
            b % 4 === 0
              ? null
              : wordsOf(doc, cue)
                  .slice(1 + (b % 3))
                  .map((each) => each.id)
                  .slice(0, 1),
        }
      )
    case 'moveWord':
      return { type, id, to: b % 2 === 0 ? 'previous' : 'next' }
    case 'resegment':
      return { type, profile: b % 2 === 0 ? 'netflix' : 'shorts', newId }
    case 'setTemplate':
      return { type, template: { id: 'boxed', version: 1 + (b % 9) } }
    case 'setStyle':
      return {
        type,
        styleId: b % 2 === 0 ? 'main' : 'loud',
        patch: b % 3 === 0 ? null : { fill: { active: '#ff0000' } },
      }
    case 'restore':
      return undefined
    default:
      return type satisfies never
  }
}

/** Captions of up to 40 words. */
export function someDocument(minWords = 0): fc.Arbitrary<CaptionDocument> {
  const word = fc.record({
    text: someText(),
    pause: fc.constantFrom(0, 0, 0, 1, 60, 250, 900, 3_000),
    length: fc.integer({ min: 1, max: 900 }),
  })
  return fc.array(word, { minLength: minWords, maxLength: 40 }).map((made) => {
    let t = 0
    const words = made.map(({ text, pause, length }) => {
      const startMs = t + pause
      t = startMs + length
      return { text, startMs, endMs: t, confidence: 0.9, timing: 'asr' as const }
    })
    return createDocument({
      id: 'd',
      media: { id: 'p', durMs: t + 500, fps: { n: 30, d: 1 }, w: 1080, h: 1920 },
      lang: 'en',
      provenance: { engine: 'test', model: 'test' },
      words,
    })
  })
}

function someText(): fc.Arbitrary<string> {
  const known = fc.constantFrom(
    'the',
    'a',
    'two',
    'Ada',
    'Lovelace',
    'cats.',
    'runs,',
    '5',
    'km',
    'banana',
    'over',
    '&amp;',
    '5<6',
    'über',
    '–',
    '🎉',
    'a-->b',
    '2024',
  )
  return fc.oneof(known, fc.string({ unit: fc.constantFrom(...'abcdeéñ'), minLength: 1, maxLength: 14 }))
}

const TYPES = [
  ...(['setWordText', 'insertWords', 'deleteWords', 'splitWord', 'mergeWords', 'retimeWords', 'setTag'] as const),
  ...(['replaceText', 'splitCue', 'mergeCues', 'setBreaks', 'moveWord', 'resegment', 'setTemplate'] as const),
  'setStyle',
] as const

/** One intent. */
export function someIntent(types: readonly Command['type'][] = TYPES): fc.Arbitrary<Intent> {
  return fc.record({ type: fc.constantFrom(...types), a: fc.nat(200), b: fc.nat(200), text: someText() })
}

/** Up to 25 intents. */
export function someIntents(types: readonly Command['type'][] = TYPES): fc.Arbitrary<Intent[]> {
  return fc.array(someIntent(types), { minLength: 1, maxLength: 25 })
}

import fc from 'fast-check'
import {
  applyCommands,
  type BrandKitRef,
  type CaptionDocument,
  type Command,
  type CommandOf,
  type CommandType,
  createDocument,
  type Cue,
  cuesOf,
  editsBetween,
  type Word,
  wordsOf,
} from '#features/captions/model/index.ts'
import type { LookPatch } from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'

/** One command that was applied, and the captions before and after it. */
export type Step = {
  readonly before: CaptionDocument
  readonly command: Command
  readonly after: CaptionDocument
  readonly inverse: Command[]
}
/** An edit before its words are chosen; `a` and `b` choose them. */
export type Intent = { readonly type: CommandType; readonly a: number; readonly b: number; readonly text: string }

/** Turns intents into commands on words that exist, skipping refused ones. */
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

/** The command of an intent on words of the document; undefined if there are none. */
export function commandFor(doc: CaptionDocument, intent: Intent, newId: string): Command | undefined {
  const { a, b } = intent
  const start = a % Math.max(1, doc.words.length)
  const word = doc.words[start]
  const cue = cuesOf(doc)[a % Math.max(1, cuesOf(doc).length)]
  const run = doc.words.slice(start, start + 2 + (b % 3)).map(({ id }) => id)
  return GENERATORS[intent.type]({ ...intent, doc, newId, word, cue, run, id: word?.id ?? 'none' })
}

/** Input of a generator: a word and the ones after it, a cue, two numbers, a text, and a free id. */
type Choice = Omit<Intent, 'type'> & {
  readonly doc: CaptionDocument
  readonly newId: string
  readonly word: Word | undefined
  readonly id: string
  readonly run: string[]
  readonly cue: Cue | undefined
}

/** Styles of words and captions, few enough that they often share one. */
const PATCHES: readonly (LookPatch | null)[] = [{ fill: { upcoming: '#ff0000' } }, null, { emphasis: { scale: 1.5 } }]

/** A kit of few values, so that documents often equal an earlier revision of it. */
function someKit(a: number, b: number): BrandKitRef {
  const logo = { assetId: 'logo', anchor: 'bottom' as const, size: (1 + (b % 9)) / 10, margin: 0.05, opacity: 1 }
  return {
    id: 'kit',
    revision: 1 + (a % 3),
    style: {
      ...(a % 2 === 0 && { template: { id: 'boxed', version: 1 + (b % 9) } }),
      ...(b % 3 > 0 && { patch: { fill: { active: b % 3 === 1 ? '#ff0000' : '#00ff00' } } }),
      ...(a % 3 > 0 && { logo }),
      ...(b % 2 === 0 && { title: someTitle(a, b) }),
      ...(a % 4 < 2 && {
        closing: { text: 'Bye', durationMs: 100 + (b % 4) * 500, ...(a % 2 === 0 && { patch: RED }) },
      }),
    },
  }
}

function someTitle(a: number, b: number) {
  return {
    durationMs: 100 + (a % 4) * 400,
    ...(a % 3 > 0 && { text: a % 3 === 1 ? 'Weekly' : 'Daily' }),
    ...(b % 4 === 0 && { patch: a % 2 === 0 ? RED : { font: { size: 0.05 } } }),
    ...(a % 5 === 0 && { place: { y: 0.3 } }),
  }
}

const RED = { fill: { upcoming: '#ff0000' } }

/** One generator per command; a new command without one does not compile. */
const GENERATORS: { readonly [Type in CommandType]: (choice: Choice) => CommandOf<Type> | undefined } = {
  setWordText: ({ id, text }) => ({ type: 'setWordText', id, text }),
  insertWords: ({ id, b, text, newId }) => ({
    type: 'insertWords',
    after: b % 5 === 0 ? null : id,
    words: [
      { id: newId, text },
      { id: `${newId}b`, text: 'hello' },
    ],
    ...(b % 2 === 0 && { cueId: `${newId}c` }),
    ...(b % 3 === 0 && { t0: b * 50 }),
  }),
  deleteWords: ({ run }) => ({ type: 'deleteWords', ids: run }),
  splitWord: ({ id, text, newId }) => ({
    type: 'splitWord',
    id,
    parts: [
      { id, text },
      { id: newId, text: 'second' },
    ],
  }),
  mergeWords: ({ run, text }) => (run.length < 2 ? undefined : { type: 'mergeWords', ids: run, text }),
  retimeWords({ doc, a, b, word }) {
    if (word === undefined) return undefined
    const place = a % doc.words.length
    const jitter = { t0: Math.max(0, word.t0 + (b % 7) - 3), t1: word.t1 + (b % 5) - 2 }
    // Every third one fills the gap beside the word.
    const t0 = b % 3 === 0 ? (doc.words[place - 1]?.t1 ?? 0) : jitter.t0
    const t1 = b % 3 === 1 ? (doc.words[place + 1]?.t0 ?? jitter.t1) : jitter.t1
    return { type: 'retimeWords', words: [{ id: word.id, t0, t1 }] }
  },
  shiftWords: ({ id, b }) => ({ type: 'shiftWords', from: id, byMs: (b - 100) * 20 }),
  setCueTimes({ doc, cue, a, b }) {
    if (cue === undefined) return undefined
    const words = wordsOf(doc, cue)
    const [first, last] = [words[0]?.t0 ?? 0, words.at(-1)?.t1 ?? 0]
    // Some starts and ends miss the words, or reach into a neighbour.
    const t0 = a % 4 === 0 ? null : Math.max(0, first + ((b % 9) - 4) * 150)
    const t1 = b % 4 === 0 ? null : last + ((a % 9) - 4) * 150
    return t1 !== null && t1 < 0 ? undefined : { type: 'setCueTimes', cues: [{ cueId: cue.id, t0, t1 }] }
  },
  setTag: ({ run, b }) => ({ type: 'setTag', ids: run, tag: 'keyword', on: b % 2 === 0 }),
  replaceText: ({ a, b, text, newId }) => ({
    type: 'replaceText',
    find: ['a', 'the', 'two the', text][b % 4] ?? 'a',
    replace: ['', 'x', 'one two three', ' '][a % 4] ?? '',
    matchCase: false,
    wholeWords: b % 3 === 0,
    newId,
  }),
  stretchWords({ doc, a, b }) {
    const [t, until] = [doc.words[0]?.t0 ?? 0, Math.max(doc.words.at(-1)?.t1 ?? 0, 1)]
    return {
      type: 'stretchWords',
      points: [
        { t, to: (a % 5) * 100 },
        { t: until, to: Math.round(until * (0.2 + (b % 5) * 0.2)) },
      ],
    }
  },
  addMarker: ({ a, b, text, newId }) => ({
    type: 'addMarker',
    marker: { id: newId, t: a * 20, ...(b % 2 === 0 && { label: text }) },
  }),
  editMarker({ doc, a, b, text }) {
    const marker = doc.markers?.[a % doc.markers.length]
    return (
      marker && {
        type: 'editMarker',
        id: marker.id,
        ...(b % 3 > 0 && { t: b * 20 }),
        ...(b % 2 === 0 && { label: b % 4 === 0 ? null : text }),
      }
    )
  },
  removeMarkers({ doc, a }) {
    const marker = doc.markers?.[a % doc.markers.length]
    return marker && { type: 'removeMarkers', ids: [marker.id] }
  },
  addSpeaker: ({ b, text, newId }) => ({
    type: 'addSpeaker',
    speaker: { id: newId, name: text, color: '#ff0000', ...(b % 4 === 0 && { styleId: 'loud' }) },
  }),
  editSpeaker({ doc, a, b, text }) {
    const speaker = doc.speakers?.[a % doc.speakers.length]
    return (
      speaker && {
        type: 'editSpeaker',
        id: speaker.id,
        ...(b % 2 === 0 && { name: text }),
        ...(b % 3 === 0 && { color: '#00ff00' }),
        ...(b % 5 === 0 && { styleId: b % 10 === 0 ? 'loud' : null }),
        ...(b % 7 === 0 && { lane: b % 14 === 0 ? 1 : null }),
      }
    )
  },
  removeSpeaker({ doc, a, b }) {
    const { speakers = [] } = doc
    const [speaker, other] = [speakers[a % speakers.length], speakers[b % speakers.length]]
    return speaker && { type: 'removeSpeaker', id: speaker.id, into: other === speaker ? null : (other?.id ?? null) }
  },
  setSpeaker({ doc, run, a, b }) {
    const [from] = run
    const to = run.at(-1)
    const speaker = b % 5 === 0 ? null : (doc.speakers?.[a % doc.speakers.length]?.id ?? null)
    return from === undefined || to === undefined ? undefined : { type: 'setSpeaker', from, to, speaker }
  },
  removeSetAside({ doc, a }) {
    const text = doc.setAside?.[a % doc.setAside.length]
    return text && { type: 'removeSetAside', ids: [text.id] }
  },
  setLimits: ({ a, b }) => ({
    type: 'setLimits',
    limits: { ...(a % 2 === 0 && { leadInMs: a % 4 === 0 ? null : a }), ...(b % 2 === 0 && { lingerMs: b }) },
  }),
  setOverlays: ({ a, b, text }) => ({
    type: 'setOverlays',
    overlays: {
      ...(a % 2 === 0 && {
        title: a % 4 === 0 ? null : { text, t0: 0, t1: 100 + b, ...(b % 2 === 0 && { styleId: 'loud' }) },
      }),
      ...(b % 2 === 0 && { closing: b % 4 === 0 ? null : { text, durationMs: 100 + a } }),
      ...(b % 5 === 0 && {
        logo:
          a % 2 === 0
            ? null
            : { assetId: 'logo', anchor: 'bottom' as const, size: (1 + (b % 9)) / 10, t0: a, t1: a + 100 },
      }),
      ...(b % 3 === 0 && { progress: a % 3 === 0 ? null : { edge: 'top' as const, color: '#ff0000', height: 0.01 } }),
    },
  }),
  setBrandKit: ({ a, b }) => ({ type: 'setBrandKit', kit: b % 4 === 0 ? null : someKit(a, b) }),
  splitCue: ({ id, newId }) => ({ type: 'splitCue', before: id, newId }),
  mergeCues: ({ cue }) => cue && { type: 'mergeCues', id: cue.id },
  setBreaks({ doc, cue, b }) {
    if (cue === undefined) return undefined
    const [line] = wordsOf(doc, cue).slice(1 + (b % 3))
    return { type: 'setBreaks', id: cue.id, breaks: b % 4 === 0 ? null : line === undefined ? [] : [line.id] }
  },
  setPlace: ({ cue, a, b }) =>
    cue && { type: 'setPlace', cueId: cue.id, place: b % 4 === 0 ? null : { x: (a % 11) / 10, y: (b % 11) / 10 } },
  moveWord: ({ id, b }) => ({ type: 'moveWord', id, to: b % 2 === 0 ? 'previous' : 'next' }),
  resegment: ({ b, newId }) => ({ type: 'resegment', profile: b % 2 === 0 ? 'netflix' : 'shorts', newId }),
  setTemplate: ({ b }) => ({ type: 'setTemplate', template: { id: 'boxed', version: 1 + (b % 9) } }),
  setStyle: ({ b }) => ({
    type: 'setStyle',
    styleId: b % 2 === 0 ? 'main' : 'loud',
    patch: b % 3 === 0 ? null : { fill: { active: '#ff0000' } },
  }),
  setHidden: ({ run, b }) => ({ type: 'setHidden', wordIds: run, hidden: b % 3 > 0 }),
  setCensoring: ({ run, b }) => ({
    type: 'setCensoring',
    wordIds: run,
    censored: b % 3 === 0 ? null : b % 3 === 1 ? { text: 'stars', sound: 'beep' } : { sound: 'mute' },
  }),
  setDecor: ({ run, a, b, newId }) => ({
    type: 'setDecor',
    items: run.map((wordId, at) => ({
      wordId,
      decor: {
        // Some replace decor, and some have the id of another word's.
        id: a % 3 === 0 ? `d-${wordId}` : a % 7 === 0 ? 'd-w1' : `${newId}-${at}`,
        kind: 'emoji' as const,
        emoji: ['🎉', '🔥'][b % 2] ?? '🎉',
        side: b % 3 === 0 ? ('after' as const) : ('above' as const),
      },
    })),
  }),
  removeDecor: ({ run, a, id }) => ({
    type: 'removeDecor',
    wordIds: run,
    ...(a % 2 === 0 && { decorId: `d-${id}` }),
  }),
  setWordStyle: ({ run, b }) => ({ type: 'setWordStyle', wordIds: run, patch: PATCHES[b % PATCHES.length] ?? null }),
  setCueStyle: ({ cue, b }) =>
    cue && { type: 'setCueStyle', cueIds: [cue.id], patch: PATCHES[b % PATCHES.length] ?? null },
  // Another command's edit, as a redo restores it.
  restore({ doc, a, b, text, newId }) {
    const type = ORDINARY[(a + b) % ORDINARY.length] ?? 'setWordText'
    const [done] = perform(doc, [{ type, a, b, text }], newId)
    if (done === undefined) return undefined
    const [redo] = applyCommands(done.after, done.inverse).inverse
    return redo?.type === 'restore' ? redo : undefined
  },
  // The captions as they would be after another command.
  restoreVersion({ doc, a, b, text, newId }) {
    const type = ORDINARY[(a + b) % ORDINARY.length] ?? 'setWordText'
    const [done] = perform(doc, [{ type, a, b, text }], newId)
    const [edit] = done === undefined ? [] : editsBetween(doc, done.after)
    return edit && { type: 'restoreVersion', revision: 1 + a, ...(b % 2 === 0 && { name: text }), ...edit }
  },
}

/** Every command type, from the table of generators. */
export const COMMAND_TYPES = Object.keys(GENERATORS) as readonly CommandType[]
/** All but those that contain other edits. */
const ORDINARY = COMMAND_TYPES.filter((type) => type !== 'restore' && type !== 'restoreVersion')

/** Captions of up to 40 words, or `maxWords`. */
export function someDocument(minWords = 0, maxWords = 40): fc.Arbitrary<CaptionDocument> {
  const word = fc.record({
    text: someText(),
    pause: fc.constantFrom(0, 0, 0, 1, 60, 250, 900, 3_000),
    length: fc.integer({ min: 1, max: 900 }),
  })
  return fc.array(word, { minLength: minWords, maxLength: maxWords }).map((made) => {
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

/** One intent. */
export function someIntent(types: readonly CommandType[] = ORDINARY): fc.Arbitrary<Intent> {
  return fc.record({ type: fc.constantFrom(...types), a: fc.nat(200), b: fc.nat(200), text: someText() })
}

/** Up to 25 intents. */
export function someIntents(types: readonly CommandType[] = ORDINARY): fc.Arbitrary<Intent[]> {
  return fc.array(someIntent(types), { minLength: 1, maxLength: 25 })
}

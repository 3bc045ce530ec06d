import fc from 'fast-check'
import {
  type CaptionDocument,
  checkDocument,
  checkSize,
  type Command,
  type Cue,
  cuesOf,
  type Word,
} from '#features/captions/model/index.ts'
import { someDocument } from './caption-edits.ts'

type TranslationTrack = CaptionDocument['tracks'][1]
type TranslationCue = TranslationTrack['cues'][number]
/** Chooses a whole number from 0 up to an exclusive limit. */
type Choose = (limit: number) => number

/** Captions of up to 40 words with every optional part of the format. */
export function someFullDocument(minWords = 0): fc.Arbitrary<CaptionDocument> {
  return fc.tuple(someDocument(minWords), fc.nat()).map(([doc, seed]) => {
    const full = withEveryPart(doc, chooser(seed))
    checkSize(full)
    checkDocument(full)
    return full
  })
}

/** A command that sets an optional part of these captions; undefined if there is nothing to set. */
export function somePartsCommand(doc: CaptionDocument, seed: number, newId: string): Command | undefined {
  const choose = chooser(seed)
  const word = doc.words[choose(Math.max(1, doc.words.length))]
  const cue = cuesOf(doc)[choose(Math.max(1, cuesOf(doc).length))]
  const [, translation] = doc.tracks
  const commands: (Command | undefined)[] = [
    word && { type: 'restore', words: [replaced(word, withWordParts(word, choose, newId))] },
    word && { type: 'restore', words: [replaced(word, plainWord(word))] },
    cue && { type: 'restore', cues: [replaced(cue, withCueParts(cue, choose))] },
    { type: 'restore', parts: { overlays: null } },
    { type: 'restore', parts: { limits: { maxCps: 5 + choose(20) }, waivers: null } },
    { type: 'restore', parts: { speakers: [{ after: 's2', remove: [], insert: [speaker(newId)] }] } },
    { type: 'restore', parts: { speakers: [{ after: null, remove: ['s2'], insert: [] }] } },
    {
      type: 'restore',
      parts: { cuts: [{ after: null, remove: ['x1'], insert: choose(2) === 0 ? [] : [cut('x1', 4)] }] },
    },
    { type: 'restore', parts: { cuts: [{ after: 'x1', remove: [], insert: [cut(newId, 30 + choose(3))] }] } },
    { type: 'restore', parts: { frames: [{ after: null, remove: [], insert: [frame(newId, choose)] }] } },
    { type: 'restore', style: { styleId: 'quiet', patch: choose(2) === 0 ? null : { fill: { active: '#00ff00' } } } },
    translation && {
      type: 'restore',
      parts: { translations: [{ after: null, remove: [translation.id], insert: [] }] },
    },
    translation && translationCommand(doc, translation, choose, newId),
    translation && translationCommand(doc, translation, choose, newId),
  ]
  return commands[choose(commands.length)]
}

function translationCommand(doc: CaptionDocument, track: TranslationTrack, choose: Choose, newId: string): Command {
  const at = choose(track.cues.length + 1)
  const cue = track.cues[at]
  const free = doc.words[choose(Math.max(1, doc.words.length))]?.id ?? 'none'
  const splice =
    cue === undefined
      ? { after: track.cues.at(-1)?.id ?? null, remove: [], insert: [translated(newId, free, free)] }
      : {
          after: null,
          remove: [cue.id],
          insert: choose(3) === 0 ? [] : [{ ...cue, text: `new ${choose(9)}`, to: choose(2) === 0 ? free : cue.to }],
        }
  return { type: 'restore', parts: { translationCues: [{ track: track.id, splices: [splice] }] } }
}

function withEveryPart(doc: CaptionDocument, choose: Choose): CaptionDocument {
  const [main] = doc.tracks
  const words = doc.words.map((word) => (choose(2) === 0 ? word : withWordParts(word, choose, `d-${word.id}`)))
  const cues = main.cues.map((cue) => (choose(2) === 0 ? cue : withCueParts(cue, choose)))
  return {
    ...doc,
    words,
    tracks: [{ ...main, cues }, translationOf(doc, 'de', choose), translationOf(doc, 'ar', choose)],
    styles: { main: { fill: { upcoming: '#ffffff' } }, loud: { font: { size: 0.05 } }, quiet: {} },
    qc: {
      profile: 'shorts',
      limits: { maxCps: 18, leadInMs: 80 },
      waivers: [{ rule: 'too-fast', note: 'It is a joke' }],
    },
    brandKit: { id: 'kit', revision: 3 },
    overlays: {
      title: { text: 'Watch\nthis', t0: 0, t1: 2_000, styleId: 'loud', place: { y: 0.2 } },
      closing: { text: 'Bye', durationMs: 1_500, template: { id: 'boxed', version: 1 } },
      logo: null,
      progress: { edge: 'bottom', color: '#ff0000', height: 0.01 },
    },
    speakers: [speaker('s1'), speaker('s2'), { ...speaker('s3'), styleId: 'quiet', lane: 1 }],
    cuts: [cut('x1', 2), cut('x2', 20)],
    markers: [
      { id: 'm1', t: 100, label: 'Start' },
      { id: 'm2', t: 100 },
    ],
    glossary: [{ id: 'g1', heard: ['word pop'], write: 'Wordpop', lang: 'en' }],
    setAside: [{ id: 'a1', t: 900, text: 'Never said.', why: 'not-spoken' }],
    frames: [frame('f1', choose)],
  }
}

function withWordParts(word: Word, choose: Choose, decorId: string): Word {
  const decor = { id: decorId, side: 'above' as const }
  return {
    ...word,
    ...(choose(2) === 0 && { speaker: `s${1 + choose(3)}` }),
    ...(choose(3) === 0 && { styleId: ['loud', 'quiet'][choose(2)] ?? 'loud' }),
    ...(choose(4) === 0 && { hidden: true as const }),
    ...(choose(4) === 0 && {
      censored: { text: 'stars' as const, ...(choose(2) === 0 && { sound: 'beep' as const }) },
    }),
    ...(choose(3) === 0 && { stress: choose(11) / 10 }),
    ...(choose(2) === 0 && {
      decor: [
        choose(2) === 0
          ? { ...decor, kind: 'emoji' as const, emoji: '🎉' }
          : { ...decor, kind: 'image' as const, assetId: 'i1' },
      ],
    }),
  }
}

function plainWord(word: Word): Word {
  const { speaker: _, styleId: __, hidden: ___, decor: ____, ...plain } = word
  return plain
}

function withCueParts(cue: Cue, choose: Choose): Cue {
  return {
    ...cue,
    ...(choose(2) === 0 && { styleId: 'quiet' }),
    ...(choose(2) === 0 && { t0: choose(500) }),
    ...(choose(2) === 0 && { t1: 500 + choose(50_000) }),
    ...(choose(2) === 0 && { place: { x: 0.5, y: 0.3, width: 0.8 }, framePlaces: { '1:1': { y: 0.8 } } }),
    ...(choose(2) === 0 && { waivers: [{ rule: ['too-fast', 'too-long'][choose(2)] ?? 'too-fast' }] }),
  }
}

/** Some runs of words translated, with untranslated words between them. */
function translationOf(doc: CaptionDocument, lang: string, choose: Choose): TranslationTrack {
  const cues: TranslationCue[] = []
  for (let at = choose(3); at < doc.words.length; at += choose(3)) {
    const end = Math.min(at + choose(4), doc.words.length - 1)
    cues.push(translated(`${lang}${cues.length}`, doc.words[at]?.id ?? '', doc.words[end]?.id ?? ''))
    at = end + 1
  }
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  return { id: `t-${lang}`, role: 'translation', lang, dir, cues, styleId: 'loud', lane: 'below' }
}

function translated(id: string, from: string, to: string): TranslationCue {
  return { id, from, to, text: `[${from}]`, sourceHash: '00c0ffee00c0ffee' }
}

function speaker(id: string) {
  return { id, name: id.toUpperCase(), color: '#ff6fb5' }
}

function cut(id: string, at: number) {
  return { id, t0: at * 100, t1: at * 100 + 100, why: 'silence' as const }
}

function frame(id: string, choose: Choose) {
  const aspect = (['9:16', '1:1', '16:9'] as const)[choose(3)] ?? '9:16'
  return {
    id,
    aspect,
    crops: [
      { t0: 0, x: 0.4, y: 0.5, zoom: 1 },
      { t0: 900, x: 0.6, y: 0.5, zoom: 1.5 },
    ],
    placement: { y: 0.7 },
  }
}

function replaced<Item extends { readonly id: string }>(before: Item, after: Item) {
  return { after: null, remove: [before.id], insert: [after] }
}

/** A seeded generator (Lehmer): the same seed gives the same choices. */
function chooser(seed: number): Choose {
  let state = (seed % 2_147_483_646) + 1
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

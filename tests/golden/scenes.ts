import type { z } from 'zod'
import type { Place } from '#features/captions/model/index.ts'
import type { CaptionTrack, CaptionWord, WordDecor } from '#features/rendering/model/index.ts'
import { type EffectOf, effectsOf } from '#features/templates/model/effects/effects.ts'
import { FONT_FAMILIES, fontFamily, isFontFamily, type LookPatch, type Template, templateByRef, TEMPLATES, newestTemplate } from '#features/templates/model/index.ts'

/** Captions in many scripts, each with its most common faults. Words start every 400 ms, from 0 on. */
export const TRACKS = {
  /** Joined letters, punctuation at the end, a Latin name and a number inside right-to-left text. */
  arabic: trackOf('ar', 'rtl', ['مرحبا', 'بكم', 'في', 'YouTube', 'Shorts,', 'اليوم', '2026!']),
  /** Right to left, with punctuation after a Latin word. */
  hebrew: trackOf('he', 'rtl', ['שלום', 'לכולם,', 'זה', 'הסרטון', 'של', 'Wordpop', '2026!']),
  /** Vowel signs that stand before, over and under their consonants, and conjuncts. */
  hindi: trackOf('hi', 'ltr', ['नमस्ते', 'दोस्तों,', 'हम', 'हिन्दी', 'में', 'क्योंकि']),
  /** No spaces, full-width punctuation, three scripts and Latin letters. */
  japanese: trackOf('ja', 'ltr', ['今日は', '新しい', 'カメラの', '使い方を、', '紹介', 'します！'], true),
  /** Vowels and tone marks above and below their consonants, and no spaces between words. */
  thai: trackOf('th', 'ltr', ['ตอนนี้', 'ไม่มี', 'ใคร', 'ตัดต่อ', 'แบบนี้', 'แล้ว'], true),
  /** Syllables in blocks. */
  korean: trackOf('ko', 'ltr', ['안녕하세요', '여러분,', '오늘은', '새로운', '영상을', '만들어요!']),
  /** Characters that Japanese writes differently, and full-width punctuation. */
  chinese: trackOf('zh', 'ltr', ['大家好，', '今天', '我们', '来说', '这个', '问题。'], true),
  /** Joined sequences, skin tones, flags, keycaps and a heart that text fonts have as well. */
  emoji: trackOf('en', 'ltr', ['fire', '🔥', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇯🇵', '👍🏽', '❤️', '1️⃣', '❤️‍🔥', 'go🚀']),
  /** Accents, kerning, a word wider than a line and an emphasised word. */
  english: trackOf('en', 'ltr', ['Crème', 'brûlée', 'AVATAR', 'to', 'fjord', 'Donaudampfschifffahrtsgesellschaft', 'it’s', '$9.99']),
  /** Two more alphabets of the text fonts. */
  cyrillic: trackOf('ru', 'ltr', ['Привет,', 'друзья!', 'Ελληνικά', 'κι', 'Việt', 'Łódź']),
  /** Words with colours, sizes, fonts, outlines and boxes of their own, and bars in place of letters. */
  styled: styledTrack(),
  /** Words with every tag, some with several and one with a style of its own. */
  tagged: taggedTrack(),
  /** Few words, one of them emphasised: an effect is easy to see. */
  brief: trackOf('en', 'ltr', ['Look', 'at', 'this', 'line', 'and', 'that', 'one']),
  /** Emoji on every side of a word, with each movement, rotated, offset, and one without a picture. */
  decor: decorated(trackOf('en', 'ltr', ['Fire', 'in', 'the', 'rocket', 'engine', 'means', 'party']), [
    [{ emoji: '🔥', side: 'before', motion: 'pop' }],
    [{ emoji: '❤️‍🔥', side: 'behind', size: 1.6 }],
    [{ emoji: 'no emoji', side: 'above' }],
    [{ emoji: '🚀', side: 'above', size: 1.5, motion: 'fall', rotate: -20 }, { emoji: '🏳️‍🌈', side: 'above', motion: 'float' }],
    [{ emoji: '⚙️', side: 'after', motion: 'shake', until: 'word' }],
    [],
    [{ emoji: '🎉', side: 'below', size: 2, dx: 0.5, dy: 0.1, motion: 'pop' }],
  ]),
  /** Emoji in a line of Arabic, beside an Arabic and a Latin word. */
  arabicDecor: decorated(trackOf('ar', 'rtl', ['مرحبا', 'بكم', 'في', 'YouTube', 'اليوم']), [
    [{ emoji: '👋', side: 'before', motion: 'pop' }], [], [], [{ emoji: '▶️', side: 'after' }], [{ emoji: '☀️', side: 'above', motion: 'float' }],
  ]),
  /** Emoji in a line of Hebrew. */
  hebrewDecor: decorated(trackOf('he', 'rtl', ['שלום', 'לכולם,', 'זה', 'Wordpop', '2026!']), [
    [{ emoji: '👋', side: 'after', motion: 'shake' }], [], [{ emoji: '👇', side: 'below' }], [{ emoji: '🎬', side: 'before' }], [],
  ]),
  /** Narrow, and moved to a place that its ink would leave the picture at. */
  placed: placedAt({ x: 0.02, y: 0.3, width: 0.35 }, trackOf('en', 'ltr', ['Moved', 'to', 'the', 'left', 'edge,', 'in', 'narrow', 'lines'])),
} as const satisfies Record<string, CaptionTrack>

/** The id of the picture that `PICTURED` hangs on its words. */
export const PICTURE_ID = '0a000000-0000-4000-8000-000000000008'

/** A picture on every side of a word, with each movement, turned, translucent, in several sizes, and a missing one. */
export const PICTURED: CaptionTrack = decorated(trackOf('en', 'ltr', ['Fire', 'in', 'the', 'rocket', 'engine', 'means', 'party']), [
  [{ emoji: null, assetId: PICTURE_ID, side: 'before', motion: 'pop' }],
  [{ emoji: null, assetId: PICTURE_ID, side: 'behind', size: 3, opacity: 0.5 }],
  [{ emoji: null, assetId: 'missing', side: 'above' }],
  [{ emoji: null, assetId: PICTURE_ID, side: 'above', size: 1.5, motion: 'fall', rotate: -20 }, { emoji: '🚀', side: 'above', motion: 'float' }],
  [{ emoji: null, assetId: PICTURE_ID, side: 'after', motion: 'shake', until: 'word' }],
  [],
  [{ emoji: null, assetId: PICTURE_ID, side: 'below', size: 5, dx: -0.5, dy: 0.1, motion: 'float' }],
])

/** The name of one of `TRACKS`. */
export type TrackName = keyof typeof TRACKS

/** Parameters of effects, halfway through their movement at 60 ms; each effect uses those it has. */
const PARAMETERS = {
  ms: 300, ease: 'out', amount: 0.6, gapMs: 45, from: 0.8, to: 1.2, tilt: 6, weight: 900,
  color: '#7C3AED', radius: 0.3, padX: 0.2, padY: 0.1,
}

/** Tagged words with fonts, colours, tilts and boxes of their own. */
export const TAGGED: Template = templateWith('tagged', {}, {
    stroke: null,
    emphasis: {
      color: '#FFFFFF', scale: 1.2, tilt: -5, box: { color: '#DC2626', radius: 0.2, padX: 0.16, padY: 0.06 },
      number: { color: '#0A0A0A', scale: 1.4, family: 'anton', tilt: 4, box: { color: '#FFE14D', radius: 0.3, padX: 0.2, padY: 0 } },
      name: { color: '#3DDC97', scale: 1, family: 'caveat', style: 'italic', box: null },
      sound: { color: null, scale: 0.7, case: 'upper', box: { color: '#7C3AEDC0', radius: 0, padX: 0.1, padY: 0.1 } },
    },
  })

/** The ink of letters, one kind at a time. */
const INK: { readonly [Field in EffectOf<'ink'>['field']]: Pick<Template, Field> & Partial<Template> } = {
  fill: { fill: { upcoming: '#FFFFFF', active: '#FFE14D', spoken: '#FFFFFF', gradientTo: '#7C3AED' } },
  shadows: { shadows: [{ x: 0.05, y: 0.1, blur: 0.2, color: '#000000C0' }, { x: 0, y: 0.06, blur: 0, color: '#7C3AED' }] },
  stroke: { stroke: { width: 0.12, color: '#7C3AED' } },
  gradient: {
    gradient: {
      stops: [{ at: 0, color: '#FF5C38' }, { at: 0.5, color: '#FFE14D' }, { at: 1, color: '#FF5C38' }],
      angle: 20, speed: 0.5, over: 'caption', of: 'all',
    },
  },
  outerStroke: { stroke: { width: 0.06, color: '#FFFFFF' }, outerStroke: { width: 0.16, color: '#7C3AED', x: 0.04, y: 0.06 } },
  glow: { glow: [{ radius: 0.4, color: '#FF2D95', strength: 2 }, { radius: 0.12, color: '#FFB3DC', strength: 1 }] },
  split: { split: { x: 0.05, y: 0.02, left: '#FF2D55', right: '#00E5FF', rate: 3 } },
}

/** One template for each registered effect, for its golden frame. */
export const EFFECT_TEMPLATES: readonly Template[] = [
  ...effectsOf('enter').map(({ schema }) =>
    templateWith(`enter-${schema.shape.preset.value}`, { reveal: 'word', enter: parametersOf(schema, 'preset') }),
  ),
  ...effectsOf('active').map(({ schema }) =>
    templateWith(
      `active-${schema.shape.preset.value}`,
      { active: parametersOf(schema, 'preset') },
      schema.shape.preset.value === 'weight' ? { font: { ...newestTemplate('karaoke').font, family: 'roboto-flex', weight: 300 } } : {},
    ),
  ),
  ...effectsOf('box').map(({ schema }) =>
    templateWith(`box-${schema.shape.scope.value}`, { boxMs: 300, boxEase: 'spring' }, { box: parametersOf(schema, 'scope') }),
  ),
  ...effectsOf('shape').map(({ schema: { value } }) =>
    templateWith(`shape-${value}`, {}, {
      stroke: null,
      box: { scope: 'cue', color: '#7C3AED', radius: 0.3, padX: 0.3, padY: 0.1, shape: value, border: { width: 0.05, color: '#FFFFFF' } },
    }),
  ),
  templateWith('box-lifted', {}, {
    stroke: null,
    box: {
      scope: 'cue', color: '#12182090', radius: 0.4, padX: 0.4, padY: 0.2,
      border: { width: 0.05, color: '#FFFFFFE0', gradientTo: '#FFFFFF20' }, shadow: { x: 0, y: 0.15, blur: 0.5, color: '#000000B0' },
    },
  }),
  templateWith('box-stamped', {}, {
    stroke: null,
    box: {
      scope: 'line', color: '#7C3AED', radius: 0.3, padX: 0.3, padY: 0.1, shape: 'ticket',
      border: { width: 0.05, color: '#FFFFFF' }, shadow: { x: 0.1, y: 0.12, blur: 0, color: '#101018' },
    },
  }),
  templateWith('emphasised', {}, {
    stroke: null,
    emphasis: { color: '#FFE14D', scale: 1.5, family: 'instrument-serif', style: 'italic', case: 'lower', tilt: -6 },
  }),
  TAGGED,
  templateWith('dimmed', {}, { dim: { upcoming: 0.3, spoken: 0.6, over: 'word', ms: 200 } }),
  templateWith('dimmed-lines', {}, { dim: { upcoming: 0.3, spoken: 0.6, over: 'line', ms: 200 } }),
  ...effectsOf('reveal').map(({ schema: { value } }) =>
    templateWith(`reveal-${value}`, { reveal: value, enter: { preset: 'rise', ms: 1_000, ease: 'out', amount: 0.6 } }),
  ),
  ...effectsOf('ink').map(({ field }) => templateWith(`ink-${field}`, {}, { shadows: [], stroke: null, ...INK[field] })),
]

/** Colour that runs through words letter by letter, with a soft edge, and both. */
export const SWEEPS: readonly Template[] = [
  sweepWith('sweep-letters', { by: 'letter' }),
  sweepWith('sweep-soft', { edge: 0.6 }),
  sweepWith('sweep-soft-letters', { by: 'letter', edge: 0.8 }),
]

/** What looks may add beside effects: an exit, tilted captions with boxes, movement in steps. */
export const ADDED_TEMPLATES: readonly Template[] = [
  ...effectsOf('letters').map(({ schema }) =>
    templateWith(`letters-${schema.shape.preset.value}`, { reveal: schema.shape.preset.value === 'wave' ? 'caption' : 'word', letters: parametersOf(schema, 'preset') }),
  ),
  ...SWEEPS,
  templateWith('exit', { exit: { preset: 'lean', ms: 400, ease: 'out', amount: 1 } }),
  { ...newestTemplate('boxed'), id: 'turned', transform: { tilt: -5, skew: 8, wordTilt: 3, wordSkew: 0, alternate: true } },
  templateWith('stepped', { enter: { preset: 'drop', ms: 900, ease: 'out', amount: 1 }, stepMs: 120 }, { box: templateByRef({ id: 'follow-pill', version: 2 }).box }),
]

/** A moment in the middle of the movement of an effect, in a caption that begins at 0. @param endMs when it ends */
export function momentOfEffect({ animation }: Template, endMs: number): number {
  if (animation.exit) return endMs - 40
  return animation.letters ? 900 : 460
}

const SHIPPED_EFFECTS = new Set(
  TEMPLATES.flatMap(({ animation: { enter, active, reveal } }) => [`enter-${enter.preset}`, `active-${active.preset}`, `reveal-${reveal}`]),
)

/** Every template drawn in tests: those that ship, and the effects that none of them shows. */
export const DRAWN: readonly Template[] = [...TEMPLATES, ...EFFECT_TEMPLATES.filter(({ id }) => !SHIPPED_EFFECTS.has(id)), ...ADDED_TEMPLATES]

/** The tracks that every template is drawn in: plain words, joined letters, own styles, and emoji. */
const WITH_ALL: ReadonlySet<TrackName> = new Set(['english', 'arabic', 'styled', 'decor'])

/** The templates to draw in a track: all in a few tracks, and a third in each other one, by turns. */
export function drawnIn(name: TrackName): readonly Template[] {
  const turn = Object.keys(TRACKS).indexOf(name) % 3
  return WITH_ALL.has(name) ? DRAWN : DRAWN.filter((_, at) => at % 3 === turn)
}

/** Each family in its lightest and heaviest weight, and in italics where it has them. */
export const FAMILY_TEMPLATES: readonly Template[] = Object.keys(FONT_FAMILIES)
  .filter(isFontFamily)
  .flatMap((family) => {
    const { weights, hasItalics = false } = fontFamily(family)
    const [light = 400, heavy = light] = [weights[0], weights.at(-1)]
    const { font } = newestTemplate('karaoke')
    const fonts = [
      ...new Set([light, heavy])
    ].map((weight): Template['font'] => ({ ...font, family, weight }))
    const italic: Template['font'] = { ...font, family, weight: heavy, style: 'italic' }
    return [...fonts, ...(hasItalics ? [italic] : [])].map((each) =>
      templateWith(`${family}-${each.weight}-${each.style ?? 'normal'}`, {}, { font: each }),
    )
  })

function templateWith(id: string, animation: Partial<Template['animation']>, look: Partial<Template> = {}): Template {
  const karaoke = newestTemplate('karaoke')
  return { ...karaoke, ...look, id, animation: { ...karaoke.animation, ...animation } }
}

function sweepWith(id: string, edge: Partial<Template['animation']['active']>): Template {
  const sweep = newestTemplate('karaoke-sweep')
  return { ...sweep, id, animation: { ...sweep.animation, active: { ...sweep.animation.active, ...edge } } }
}

/** The parameters of an effect, checked by its own schema. */
function parametersOf<Schema extends z.ZodObject>(schema: Schema, name: 'preset' | 'scope'): z.output<Schema> {
  const taken = Object.entries(PARAMETERS).filter(([key]) => key in schema.shape)
  return schema.parse({ ...Object.fromEntries(taken), [name]: schema.shape[name]?.value })
}

function decorated(track: CaptionTrack, decor: readonly (readonly (Partial<WordDecor> & Pick<WordDecor, 'emoji' | 'side'>)[])[]): CaptionTrack {
  const rest = { until: 'caption', size: 1, dx: 0, dy: 0, rotate: 0, motion: null } as const
  const captions = track.captions.map((caption) => ({
    ...caption,
    hasDecor: true as const,
    words: caption.words.map((word, at) => ({ ...word, ...(decor[at]?.length && { decor: decor[at].map((item) => ({ ...rest, ...item })) }) })),
  }))
  return { ...track, captions }
}

function placedAt(place: Place, track: CaptionTrack): CaptionTrack {
  return { ...track, captions: track.captions.map((caption) => ({ ...caption, place })) }
}

function taggedTrack(): CaptionTrack {
  const { captions: [caption], ...track } = trackOf('en', 'ltr', ['Pay', '$9.99', 'to', 'Zoë', '(ding)', '2nd', 'um', 'dÿgh'])
  const tags: readonly CaptionWord['tags'][] = [[], ['number'], ['keyword'], ['name'], ['sound'], ['number', 'keyword'], ['filler'], ['number']]
  const words = (caption?.words ?? []).map((word, at): CaptionWord => ({ ...word, tags: tags[at] ?? [], ...(at === 7 && { own: 0 }) }))
  return { ...track, captions: [{ fromMs: 0, toMs: 3_400, words, patches: [], wordPatches: [[{ fill: { upcoming: '#4DA3FF' } }]] }] }
}

function styledTrack(): CaptionTrack {
  const { captions: [caption], ...track } = trackOf('en', 'ltr', ['Own', 'colour', 'size', 'box', 'damn', 'outline.'])
  const styles: LookPatch[] = [
    { fill: { upcoming: '#FF5C38' } },
    { font: { size: 0.08, family: 'montserrat', weight: 900 } },
    { box: { scope: 'word', color: '#7C3AEDC0', radius: 0.3, padX: 0.15, padY: 0.05 } },
    { stroke: { width: 0.14, color: '#0EA5E9' }, shadows: [] },
  ]
  const own = [undefined, 0, 1, 2, undefined, 3]
  const words = (caption?.words ?? []).map((word, at): CaptionWord => {
    const index = own[at]
    return { ...word, tags: [], ...(index !== undefined && { own: index }), ...(word.text === 'damn' && { bar: true }) }
  })
  return { ...track, captions: [{ fromMs: 0, toMs: 2_600, words, patches: [], wordPatches: styles.map((patch) => [patch]) }] }
}

function trackOf(language: string, direction: 'ltr' | 'rtl', texts: readonly string[], joined = false): CaptionTrack {
  const words = texts.map(
    (text, at): CaptionWord => ({
      text, joined: joined && at > 0, breakBefore: false,
      t0: at * 400, t1: (at + 1) * 400, tags: at === 2 ? ['keyword'] : [],
    }),
  )
  return { language, direction, captions: [{ fromMs: 0, toMs: texts.length * 400 + 200, words, patches: [] }] }
}

import type { CaptionTrack, CaptionWord } from '#features/rendering/model/index.ts'
import { type Template, TEMPLATES, templateById } from '#features/templates/model/index.ts'

/** Captions in many scripts, each with what goes wrong most easily. Words start every 400 ms, from 0 on. */
export const TRACKS = {
  /** Joined letters, punctuation at the end, a Latin name and a number inside right-to-left text. */
  arabic: trackOf('ar', 'rtl', ['مرحبا', 'بكم', 'في', 'YouTube', 'Shorts,', 'اليوم', '2026!']),
  /** Right to left, with punctuation after a Latin word. */
  hebrew: trackOf('he', 'rtl', ['שלום', 'לכולם,', 'זה', 'הסרטון', 'של', 'Wordpop', '2026!']),
  /** Vowel signs that stand before, over and under their consonants, and conjuncts. */
  hindi: trackOf('hi', 'ltr', ['नमस्ते', 'दोस्तों,', 'हम', 'हिन्दी', 'में', 'क्योंकि']),
  /** No spaces, full-width punctuation, three scripts and Latin letters. */
  japanese: trackOf('ja', 'ltr', ['今日は', '新しい', 'カメラの', '使い方を、', '紹介', 'します！'], true),
  /** Joined sequences, skin tones, flags, keycaps and a heart that text fonts have as well. */
  emoji: trackOf('en', 'ltr', ['fire', '🔥', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇯🇵', '👍🏽', '❤️', '1️⃣', '❤️‍🔥', 'go🚀']),
  /** Accents, kerning, a word beyond a line's width and one that is emphasised. */
  english: trackOf('en', 'ltr', ['Crème', 'brûlée', 'AVATAR', 'to', 'fjord', 'Donaudampfschifffahrtsgesellschaft', 'it’s', '$9.99']),
  /** Two more alphabets of the text fonts. */
  cyrillic: trackOf('ru', 'ltr', ['Привет,', 'друзья!', 'Ελληνικά', 'κι', 'Việt', 'Łódź']),
} as const satisfies Record<string, CaptionTrack>

/** The name of one of `TRACKS`. */
export type TrackName = keyof typeof TRACKS

/** A template that fills words step by step; none of the shipped ones does yet. */
const SWEEP: Template = {
  ...templateById('karaoke'),
  id: 'sweep',
  animation: { ...templateById('karaoke').animation, active: { preset: 'sweep', ms: 0, ease: 'linear', from: 1, to: 1, tilt: 0 } },
}

/** Every template that is drawn in tests. */
export const DRAWN: readonly Template[] = [...TEMPLATES, SWEEP]

function trackOf(language: string, direction: 'ltr' | 'rtl', texts: readonly string[], joined = false): CaptionTrack {
  const words = texts.map(
    (text, at): CaptionWord => ({
      ...{ text, joined: joined && at > 0, breakBefore: false },
      ...{ t0: at * 400, t1: (at + 1) * 400, tags: at === 2 ? ['keyword'] : [] },
    }),
  )
  return { language, direction, captions: [{ fromMs: 0, toMs: texts.length * 400 + 200, words, patches: [] }] }
}

import { baseLanguage } from '../language.ts'
import { type GlossaryEntry, phraseKeys } from './entry.ts'

/** The pronunciations of a compared word, each as phones separated by spaces; none if unknown. */
export type PronunciationsOf = (key: string) => readonly string[]

/** Entries by the phones of their name. */
export type SoundIndex = {
  readonly size: number
  /** Maximum words that a name may be recognised as. */
  readonly longest: number
  get(sound: string): GlossaryEntry | undefined
}

/** Maximum words that one name may be recognised as. */
const MOST_HEARD_WORDS = 3
/** Maximum pronunciations of several words together. */
const MOST_SOUNDS = 8
/** Names with fewer phones sound like too many other words. */
const FEWEST_PHONES = 3

/**
 * The names of a glossary by their sound. Only English: other languages have too many common words that sound like
 * names, and no list of them here.
 */
export function soundIndex(
  names: readonly GlossaryEntry[],
  { language, pronunciationsOf }: { language: string; pronunciationsOf: PronunciationsOf },
): SoundIndex {
  const bySound = new Map<string, GlossaryEntry>()
  if (baseLanguage(language) === 'en') {
    for (const entry of names) {
      for (const sound of soundsOfWindow(phraseKeys(entry.write, language), pronunciationsOf)) {
        if (sound.split(' ').length >= FEWEST_PHONES && !bySound.has(sound)) bySound.set(sound, entry)
      }
    }
  }
  return { size: bySound.size, longest: bySound.size === 0 ? 0 : MOST_HEARD_WORDS, get: (sound) => bySound.get(sound) }
}

/** The pronunciations of neighbouring words as one; none if one of them is unknown. */
export function soundsOfWindow(keys: readonly string[], pronunciationsOf: PronunciationsOf): string[] {
  return keys.reduce<string[]>(
    (sounds, key, at) => {
      const next = pronunciationsOf(key)
      return sounds
        .flatMap((sound) => next.map((phones) => (at === 0 ? phones : `${sound} ${phones}`)))
        .slice(0, MOST_SOUNDS)
    },
    [''],
  )
}

import { AUTO_LANGUAGE, baseLanguage, languageName } from '../model/language.ts'
import type { SpeechEngine } from './ports.ts'

/** Engines that can do a job, the best first, and what is to be said about those that cannot. */
export type Candidates = {
  readonly engines: readonly SpeechEngine[]
  /** The language to recognise: what was asked for, or what `auto` comes down to with these engines. */
  readonly language: string
  /** A plain sentence, or null. */
  readonly note: string | null
}

/** Knows every engine of this installation. */
export type EngineChoice = {
  /** Labels of the engines that write bare words, without capitals and periods. */
  readonly bareLabels: ReadonlySet<string>
  /** Those that work now, the best first. */
  available(): Promise<SpeechEngine[]>
  /** Those that could recognise a language, the best for it first; none when the installation cannot. */
  candidates(language: string): Promise<Candidates>
}

/** Which engine is best for which language, as measured and published; what is not installed is passed over. */
const ENGLISH = ['parakeet-v2', 'parakeet-v3', 'parakeet-110m', 'whisper-turbo', 'pocketsphinx']
const OTHER = ['parakeet-v3', 'whisper-turbo']

/** Chooses among the given engines. @param engines in any order */
export function engineChoice(engines: readonly SpeechEngine[]): EngineChoice {
  return {
    bareLabels: new Set(engines.filter(({ bareWords }) => bareWords).map(({ label }) => label)),
    available: async () => inOrder(await working(engines), ENGLISH),

    async candidates(asked) {
      const language = baseLanguage(asked)
      const able = await working(engines)
      if (language === AUTO_LANGUAGE) return forAnyLanguage(able)
      const order = language === 'en' ? ENGLISH : OTHER
      return {
        engines: inOrder(able, order).filter(({ languages }) => languages.includes(language)),
        language,
        note: null,
      }
    },
  }
}

/** What a creator is told when no engine knows their language. */
export function noEngineFor(language: string): string {
  const name = languageName(language)
  return (
    `No speech engine for ${name} is installed here, so nothing was charged. ` +
    'Paste your script, or upload an SRT or VTT file, and every word is timed to the sound.'
  )
}

/** An engine that tells languages apart comes first; without one, English is the only guess that can be tried. */
function forAnyLanguage(able: readonly SpeechEngine[]): Candidates {
  const detecting = inOrder(able, ['whisper-turbo', 'parakeet-v3']).filter(({ detectsLanguage }) => detectsLanguage)
  if (detecting.length > 0) {
    const [others, language] = [inOrder(able, ENGLISH).filter((engine) => !detecting.includes(engine)), AUTO_LANGUAGE]
    return { engines: [...detecting, ...others], language, note: null }
  }
  return {
    engines: inOrder(able, ENGLISH),
    language: 'en',
    note: 'Taken as English: the engine installed here knows no other language.',
  }
}

function inOrder(engines: readonly SpeechEngine[], order: readonly string[]): SpeechEngine[] {
  return order.flatMap((id) => engines.filter((engine) => engine.id === id))
}

async function working(engines: readonly SpeechEngine[]): Promise<SpeechEngine[]> {
  const states = await Promise.all(engines.map((engine) => engine.probe()))
  return engines.filter((_, at) => states[at]?.ok === true)
}

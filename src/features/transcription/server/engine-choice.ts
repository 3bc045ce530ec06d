import { AUTO_LANGUAGE, baseLanguage, languageName } from '../model/language.ts'
import type { EngineStatus, SpeechEngine } from './ports.ts'

/** Engines that can do a job, best first, with a note about those that cannot. */
export type Candidates = {
  readonly engines: readonly SpeechEngine[]
  /** The language to recognise: the requested one, or the result of `auto` with these engines. */
  readonly language: string
  /** A sentence for the creator, or null. */
  readonly note: string | null
}

/** An engine with its present state. */
export type SurveyedEngine = {
  readonly engine: SpeechEngine
  readonly status: EngineStatus
  /** ISO 639 codes. */
  readonly firstFor: readonly string[]
}

/** Looks up the engines of this installation. */
export type EngineChoice = {
  /** Labels of the engines that write bare words, without capitals or periods. */
  readonly bareLabels: ReadonlySet<string>
  /** The working engines for sound of this length, best first. */
  available(durationMs: number): Promise<SpeechEngine[]>
  /**
   * The engines that can recognise a language, best first; none when the installation has none.
   * @param durationMs length of the sound, 0 while it is unknown
   */
  candidates(language: string, durationMs: number): Promise<Candidates>
  /** Every engine, best first, with its state and the languages for which it comes first. */
  survey(): Promise<SurveyedEngine[]>
}

/**
 * The best engines per language, as measured and published, after a service and models that the operator added; engines
 * that are not installed are skipped.
 */
const OWN = 'own models'
const ENGLISH = ['speech-service', OWN, 'parakeet-v2', 'parakeet-v3', 'parakeet-110m', 'whisper-turbo', 'pocketsphinx']
const OTHER = ['speech-service', OWN, 'parakeet-v3', 'whisper-turbo']
const DETECTING = ['speech-service', OWN, 'whisper-turbo', 'parakeet-v3']

/** Chooses among the given engines. @param engines in any order */
export function engineChoice(engines: readonly SpeechEngine[]): EngineChoice {
  return {
    bareLabels: new Set(engines.filter(({ bareWords }) => bareWords).map(({ label }) => label)),
    available: async (durationMs) => inOrder(await working(engines, durationMs), ENGLISH),

    async candidates(asked, durationMs) {
      const language = baseLanguage(asked)
      const able = await working(engines, durationMs)
      if (language === AUTO_LANGUAGE) return forAnyLanguage(able)
      return { engines: enginesFor(able, language), language, note: null }
    },

    async survey() {
      const surveyed = await Promise.all(
        inOrder(engines, ENGLISH).map(async (engine) => ({ engine, status: await engine.probe() })),
      )
      const able = surveyed.filter(({ status }) => status.ok).map(({ engine }) => engine)
      const first = new Map(
        [...new Set(able.flatMap(({ languages }) => languages))].map((language) => [
          language,
          enginesFor(able, language)[0],
        ]),
      )
      return surveyed.map((each) => ({
        ...each,
        firstFor: [...first].filter(([, engine]) => engine === each.engine).map(([language]) => language),
      }))
    },
  }
}

/** The message for a language that no engine knows. */
export function noEngineFor(language: string): string {
  const name = languageName(language)
  return (
    `No speech engine for ${name} is installed here, so nothing was charged. ` +
    'Paste your script, or upload an SRT or VTT file, and every word is timed to the sound.'
  )
}

/** Prefers an engine that detects languages; without one, falls back to English. */
function forAnyLanguage(able: readonly SpeechEngine[]): Candidates {
  const detecting = inOrder(able, DETECTING).filter(({ detectsLanguage }) => detectsLanguage)
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

function enginesFor(able: readonly SpeechEngine[], language: string): SpeechEngine[] {
  const order = language === 'en' ? ENGLISH : OTHER
  return inOrder(able, order).filter(({ languages }) => languages.includes(language))
}

function inOrder(engines: readonly SpeechEngine[], order: readonly string[]): SpeechEngine[] {
  const placeOf = ({ id }: SpeechEngine) => (ENGLISH.includes(id) ? id : OWN)
  return order.flatMap((place) => engines.filter((engine) => placeOf(engine) === place))
}

async function working(all: readonly SpeechEngine[], durationMs: number): Promise<SpeechEngine[]> {
  const engines = all.filter(({ elsewhere }) => durationMs <= (elsewhere?.maxSoundMs ?? Infinity))
  const states = await Promise.all(engines.map((engine) => engine.probe()))
  return engines.filter((_, at) => states[at]?.ok === true)
}

import type { Queryable } from '#platform/server/db.ts'
import { AUTO_LANGUAGE, baseLanguage, languageName } from '../../model/language.ts'
import type { EngineStatus, SpeechEngine } from '../ports.ts'

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

/** An engine that works, with the languages for which the site chose it: ISO 639 codes, or `auto`. */
export type AvailableEngine = { readonly engine: SpeechEngine; readonly defaultFor: readonly string[] }

/** The engines that a site chose for languages, by ISO 639 code or `auto`, instead of the best ones. */
export type EngineDefaults = {
  /** The languages whose engine the environment sets. */
  readonly fixed: ReadonlySet<string>
  /** Ids of engines by language; they may not work, or no longer exist. */
  read(q?: Queryable): Promise<ReadonlyMap<string, string>>
}

/** Looks up the engines of this installation. */
export type EngineChoice = {
  /** Labels of the engines that write bare words, without capitals or periods. */
  readonly bareLabels: ReadonlySet<string>
  /** The working engines for sound of this length, best first. */
  available(durationMs: number): Promise<AvailableEngine[]>
  /**
   * The engines that can recognise a language, best first; none when the installation has none.
   * @param durationMs length of the sound, 0 while it is unknown
   */
  candidates(language: string, durationMs: number): Promise<Candidates>
  /** The languages that working engines know, as ISO 639 codes. */
  languages(): Promise<readonly string[]>
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

const NO_DEFAULTS: EngineDefaults = { fixed: new Set(), read: async () => new Map() }

/** Chooses among the given engines. @param engines in any order @param defaults of the site; default: none */
export function engineChoice(engines: readonly SpeechEngine[], defaults = NO_DEFAULTS): EngineChoice {
  return {
    bareLabels: new Set(engines.filter(({ bareWords }) => bareWords).map(({ label }) => label)),

    async available(durationMs) {
      const chosen = await defaults.read()
      return inOrder(await findWorking(engines, durationMs), ENGLISH).map((engine) => ({
        engine,
        defaultFor: [...chosen].filter(([, id]) => id === engine.id).map(([language]) => language),
      }))
    },

    async candidates(asked, durationMs) {
      const language = baseLanguage(asked)
      const [able, chosen] = await Promise.all([findWorking(engines, durationMs), defaults.read()])
      const first = chosen.get(language)
      if (language === AUTO_LANGUAGE) return forAnyLanguage(able, first)
      return { engines: enginesFor(able, language, first), language, note: null }
    },

    async languages() {
      return [...new Set((await findWorking(engines, 0)).flatMap(({ languages }) => languages))]
    },

    async survey() {
      const chosen = await defaults.read()
      const surveyed = await Promise.all(
        inOrder(engines, ENGLISH).map(async (engine) => ({ engine, status: await engine.probe() })),
      )
      const able = surveyed.filter(({ status }) => status.ok).map(({ engine }) => engine)
      const first = new Map(
        [...new Set(able.flatMap(({ languages }) => languages))].map((language) => [
          language,
          enginesFor(able, language, chosen.get(language))[0],
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
function forAnyLanguage(able: readonly SpeechEngine[], first: string | undefined): Candidates {
  const detecting = withFirst(inOrder(able, DETECTING), first).filter(({ detectsLanguage }) => detectsLanguage)
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

function enginesFor(able: readonly SpeechEngine[], language: string, first: string | undefined): SpeechEngine[] {
  const order = language === 'en' ? ENGLISH : OTHER
  return withFirst(inOrder(able, order), first).filter(({ languages }) => languages.includes(language))
}

/** Moves the engine that the site chose to the front, if it is among them. */
function withFirst(engines: readonly SpeechEngine[], id: string | undefined): SpeechEngine[] {
  return [...engines.filter((engine) => engine.id === id), ...engines.filter((engine) => engine.id !== id)]
}

function inOrder(engines: readonly SpeechEngine[], order: readonly string[]): SpeechEngine[] {
  const placeOf = ({ id }: SpeechEngine) => (ENGLISH.includes(id) ? id : OWN)
  return order.flatMap((place) => engines.filter((engine) => placeOf(engine) === place))
}

async function findWorking(all: readonly SpeechEngine[], durationMs: number): Promise<SpeechEngine[]> {
  const engines = all.filter(({ elsewhere }) => durationMs <= (elsewhere?.maxSoundMs ?? Infinity))
  const states = await Promise.all(engines.map((engine) => engine.probe()))
  return engines.filter((_, at) => states[at]?.ok === true)
}

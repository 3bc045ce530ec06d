import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { AUTO_LANGUAGE, languageName } from '../../model/language.ts'
import type { EngineChoice, EngineDefaults, SurveyedEngine } from './engine-choice.ts'
import { storeDefault } from './engine-defaults.ts'
import type { SpeechEngine } from '../ports.ts'

type Deps = { readonly engines: EngineChoice; readonly defaults: EngineDefaults; now(): Date }

/** What operators change about the engines of languages. */
export function administerDefaults({ engines, defaults, now }: Deps) {
  return {
    /** The engine of a language, as an action changes it. */
    async defaultFactsOf(tx: Tx, language: string) {
      const id = (await defaults.read(tx)).get(language)
      const engine = (await engines.survey()).find((each) => each.engine.id === id)?.engine
      return { about: languageLabel(language), facts: { engine: engine?.label ?? id ?? null } }
    },

    /**
     * Chooses the engine of a language; null leaves it to the product.
     * @throws AppError `not_found`, `unprocessable` if it does not know the language, `conflict` if the environment
     *   chooses
     */
    async chooseDefault(tx: Tx, o: { language: string; engine: string | null }): Promise<void> {
      if (o.engine !== null) {
        const found = (await engines.survey()).find(({ engine }) => engine.id === o.engine)
        if (found === undefined) throw new AppError('not_found', 'Engine not found')
        if (!knows(found.engine, o.language))
          throw new AppError('unprocessable', `${found.engine.label} does not know this language.`)
      }
      await storeDefault(tx, defaults, { ...o, at: now() })
    },
  }
}

/** The choices of the site, each with a sentence if another engine is used instead. */
export function viewDefaults(
  surveyed: readonly SurveyedEngine[],
  chosen: ReadonlyMap<string, string>,
  fixed: ReadonlySet<string>,
) {
  return [...chosen].map(([language, id]) => viewOf(surveyed, { language, id, isFixed: fixed.has(language) }))
}

function viewOf(
  surveyed: readonly SurveyedEngine[],
  { language, id, isFixed }: { language: string; id: string; isFixed: boolean },
) {
  const chosen = surveyed.find(({ engine }) => engine.id === id)
  const used = surveyed.find(({ firstFor }) => firstFor.includes(language))?.engine
  const instead = used === undefined ? 'The best engine that works is used.' : `${used.label} is used instead.`
  const problem = chosen === undefined ? `There is no engine ${id}.` : problemOf(chosen, language)
  return {
    language,
    engine: id,
    label: chosen?.engine.label ?? id,
    isFixed,
    problem: problem === null ? null : `${problem} ${instead}`,
  }
}

function problemOf({ engine, status }: SurveyedEngine, language: string): string | null {
  if (!status.ok) return status.reason
  return knows(engine, language) ? null : `${engine.label} does not know this language.`
}

function knows({ languages, detectsLanguage }: SpeechEngine, language: string): boolean {
  return language === AUTO_LANGUAGE ? detectsLanguage : languages.includes(language)
}

function languageLabel(language: string): string {
  return language === AUTO_LANGUAGE ? 'detected languages' : languageName(language)
}

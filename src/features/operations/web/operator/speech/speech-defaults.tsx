import { useState } from 'react'
import { asAppError } from '#platform/web/app-error.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Select } from '#ui/select.tsx'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import type { OperatorSpeech } from '../../../model/operator-speech.ts'
import { DETECTION, languageLabel } from '../../../model/language-label.ts'
import { May } from '../may.tsx'
import { operatorApi, useActionDone } from '../operator-queries.ts'

type Engine = OperatorSpeech['engines'][number]
type Default = OperatorSpeech['defaults'][number]

/** The engine that is used first for a language, where the site chose one. */
export function SpeechDefaults({ engines, defaults }: Pick<OperatorSpeech, 'engines' | 'defaults'>) {
  const { choose, isBusy } = useChoice()
  return (
    <section aria-labelledby="defaults" className="grid gap-4">
      <div>
        <h2 id="defaults" className="text-xl">
          Languages
        </h2>
        <p className="mt-1 text-sm text-muted">
          Videos in a language without a choice are recognised with the best engine that works.
        </p>
      </div>
      {defaults.length > 0 && (
        <DataTable
          label="Languages"
          rows={defaults}
          keyOf={({ language }) => language}
          columns={[
            { name: 'Language', render: ({ language }) => languageLabel(language) },
            { name: 'Engine', render: ({ label }) => label },
            { name: 'State', render: (one) => <DefaultState choice={one} /> },
            {
              name: 'Actions',
              hasNoHead: true,
              render: ({ language, isFixed }) =>
                !isFixed && (
                  <May duty={OPERATOR_DUTIES.chooseSpeechDefault}>
                    <Button size="sm" busy={isBusy} onClick={() => void choose(language, null)}>
                      Remove<span className="sr-only"> the choice for {languageLabel(language)}</span>
                    </Button>
                  </May>
                ),
            },
          ]}
        />
      )}
      <May duty={OPERATOR_DUTIES.chooseSpeechDefault}>
        <NewChoice engines={engines} defaults={defaults} isBusy={isBusy} onChoose={choose} />
      </May>
    </section>
  )
}

function DefaultState({ choice: { problem, isFixed } }: { choice: Default }) {
  if (problem !== null) return <span className="text-muted">{problem}</span>
  return <span className="text-muted">{isFixed ? 'Set by SPEECH_ENGINES' : 'Used first'}</span>
}

type NewChoiceProps = Pick<OperatorSpeech, 'engines' | 'defaults'> & {
  isBusy: boolean
  onChoose: (language: string, engine: string) => Promise<void>
}

function NewChoice({ engines, defaults, isBusy, onChoose }: NewChoiceProps) {
  const [asked, ask] = useState('en')
  const [chosen, choose] = useState<string>()
  const fixed = new Set(defaults.filter(({ isFixed }) => isFixed).map(({ language }) => language))
  const languages = languagesOf(engines).filter((code) => !fixed.has(code))
  const language = languages.includes(asked) ? asked : languages[0]
  const able = engines.filter((engine) => language !== undefined && knows(engine, language))
  const engine = able.find(({ id }) => id === chosen) ?? able[0]
  if (language === undefined || engine === undefined) return null
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-end">
      <Select
        label="Language"
        value={language}
        options={languages.map((value) => ({ value, label: languageLabel(value) }))}
        onChange={ask}
      />
      <Select
        label="Engine to use first"
        value={engine.id}
        options={able.map(({ id, label }) => ({ value: id, label }))}
        onChange={choose}
      />
      <Button busy={isBusy} onClick={() => void onChoose(language, engine.id)}>
        Use first
      </Button>
    </div>
  )
}

/** Every language that an engine knows, by name, after detection. */
function languagesOf(engines: readonly Engine[]): string[] {
  const known = [...new Set(engines.flatMap(({ languages }) => languages))]
  const named = known.toSorted((a, b) => languageLabel(a).localeCompare(languageLabel(b)))
  return engines.some(({ detectsLanguage }) => detectsLanguage) ? [...named, DETECTION] : named
}

function knows({ languages, detectsLanguage }: Engine, language: string): boolean {
  return language === DETECTION ? detectsLanguage : languages.includes(language)
}

function useChoice() {
  const done = useActionDone()
  const [isBusy, setBusy] = useState(false)
  const choose = async (language: string, engine: string | null) => {
    setBusy(true)
    const name = languageLabel(language)
    const message = engine === null ? `The choice for ${name} is removed.` : `The engine for ${name} is chosen.`
    await done(operatorApi.chooseSpeechDefault({ language, engine }), message)
      .catch((error: unknown) => toast.error(asAppError(error).message))
      .finally(() => setBusy(false))
  }
  return { choose, isBusy }
}

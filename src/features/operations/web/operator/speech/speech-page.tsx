import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/app-error.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { OperatorSpeech } from '../../../model/operator-speech.ts'
import { operatorApi, operatorQueries, useActionDone } from '../operator-queries.ts'
import { PageHead } from '../lists/page-head.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { type Decision, ReasonDialog } from '../lists/reason-dialog.tsx'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import { May } from '../may.tsx'
import { SpeechDefaults } from './speech-defaults.tsx'
import { SpeechTest } from './speech-test.tsx'

type Engine = OperatorSpeech['engines'][number]
type Model = OperatorSpeech['models'][number]

const REFRESH_INTERVAL_MS = 2_000
const LEAD =
  'The engines that recognise speech, and the models on this machine. The best working engine of a language is used, or the one that you choose.'

/** /operator/speech: engines with their languages and speed; models to install and remove. */
export function OperatorSpeechPage() {
  const speech = useQuery(
    operatorQueries.speech.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.models.some(isInstalling) === true ? REFRESH_INTERVAL_MS : false),
    }),
  )
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <PageHead title="Speech" lead={LEAD} />
      <QueryState query={speech}>
        {({ engines, models, defaults }) => (
          <div className="grid gap-10">
            <Engines engines={engines} />
            <SpeechDefaults engines={engines} defaults={defaults} />
            <Models models={models} onDecide={setDecision} />
            <May duty={OPERATOR_DUTIES.speechTest}>
              <SpeechTest engines={engines} />
            </May>
          </div>
        )}
      </QueryState>
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </>
  )
}

function Engines({ engines }: { engines: readonly Engine[] }) {
  return (
    <section aria-labelledby="engines">
      <h2 id="engines" className="mb-3 text-xl">
        Engines
      </h2>
      <DataTable
        label="Engines"
        rows={engines}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Engine', render: ({ label }) => label },
          { name: 'State', render: (engine) => <EngineState engine={engine} /> },
          { name: 'Used for', render: ({ firstFor }) => languagesText(firstFor) },
          { name: 'Sound goes to', render: ({ host }) => host ?? 'this server' },
          { name: 'Speed', isFigure: true, render: ({ soundPerSecond }) => speedText(soundPerSecond) },
        ]}
      />
      <p className="mt-3 text-sm text-faint">
        Speed is seconds of sound for each second of work, as recent videos and tests were recognised.
      </p>
    </section>
  )
}

function EngineState({ engine: { problem } }: { engine: Engine }) {
  if (problem === null) return <Badge tone="success">Works</Badge>
  return <span className="text-muted">{problem}</span>
}

/** Names up to five languages, or how many they are. */
function languagesText(codes: readonly string[]): string {
  if (codes.length === 0) return '–'
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  if (codes.length > 5) return pluralize(codes.length, 'language')
  return codes.map((code) => names.of(code) ?? code).join(', ')
}

function speedText(soundPerSecond: number | null): string {
  return soundPerSecond === null ? '–' : `${formatNumber(soundPerSecond, 1)}×`
}

function Models({ models, onDecide }: { models: readonly Model[]; onDecide: (decision: Decision) => void }) {
  return (
    <section aria-labelledby="models">
      <h2 id="models" className="mb-3 text-xl">
        Models
      </h2>
      <DataTable
        label="Models"
        rows={models}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Model', render: ({ label }) => label },
          { name: 'Used for', render: (model) => <Purpose model={model} /> },
          { name: 'Download', isFigure: true, render: ({ bytes }) => formatBytes(bytes) },
          { name: 'Licence', render: (model) => <Licence model={model} /> },
          { name: 'State', render: (model) => <ModelState model={model} /> },
          { name: 'Actions', hasNoHead: true, render: (model) => <ModelActions model={model} onDecide={onDecide} /> },
        ]}
      />
    </section>
  )
}

function Purpose({ model: { purpose, languages } }: { model: Model }) {
  return <p className="max-w-80 text-muted">{purpose ?? languagesText(languages)}</p>
}

function Licence({ model: { licence, source, label } }: { model: Model }) {
  return (
    <a href={source} target="_blank" rel="noreferrer" className="text-accent-text underline underline-offset-3">
      {licence}
      <span className="sr-only"> of {label}, in a new tab</span>
    </a>
  )
}

function ModelState({ model }: { model: Model }) {
  const { installed, problem, installation } = model
  if (installation !== null && isInstalling(model)) {
    const { state, progress, cancelRequested } = installation
    const label = cancelRequested ? 'Stopping' : state === 'queued' ? 'Waiting for a worker' : 'Downloading'
    return (
      <div className="min-w-40">
        <ProgressBar label={label} value={progress} />
      </div>
    )
  }
  if (problem !== null) return <span className="text-muted">{problem}</span>
  if (installed) return <Badge tone="success">Installed</Badge>
  if (installation === null) return <Badge>Not installed</Badge>
  return <span className="text-muted">{installation.problem ?? 'The installation failed.'}</span>
}

function ModelActions({ model, onDecide }: { model: Model; onDecide: (decision: Decision) => void }) {
  const done = useActionDone()
  const [isBusy, setBusy] = useState(false)
  const { id, label, installed, problem, installation } = model
  const name = <span className="sr-only"> {label}</span>
  if (installation !== null && isInstalling(model)) {
    if (installation.cancelRequested) return null
    return (
      <May duty={OPERATOR_DUTIES.cancelJob}>
        <Button size="sm" onClick={() => onDecide(cancelOf(installation.jobId, label, done))}>
          Cancel{name}
        </Button>
      </May>
    )
  }
  if (installed || problem !== null) {
    return (
      <May duty={OPERATOR_DUTIES.removeModel}>
        <Button size="sm" onClick={() => onDecide(removalOf(model, done))}>
          Remove{name}
        </Button>
      </May>
    )
  }
  const install = async () => {
    setBusy(true)
    await done(operatorApi.installModel({ modelId: id }), `${label} is being installed.`)
      .catch((error: unknown) => toast.error(asAppError(error).message))
      .finally(() => setBusy(false))
  }
  return (
    <May duty={OPERATOR_DUTIES.installModel}>
      <Button size="sm" busy={isBusy} onClick={() => void install()}>
        Install{name}
      </Button>
    </May>
  )
}

type Done = ReturnType<typeof useActionDone>

function cancelOf(jobId: string, label: string, done: Done): Decision {
  return {
    title: `Cancel the installation of ${label}`,
    description: 'What is downloaded stays on the disk; the next installation continues there.',
    button: 'Cancel installation',
    requires: 'reason',
    submit: (text) =>
      done(operatorApi.cancelJob({ jobId, reason: text('reason') }), 'The installation is being cancelled.'),
  }
}

function removalOf({ id, label, bytes, purpose }: Model, done: Done): Decision {
  const then = purpose === null ? 'are recognised with the next best engine' : 'get their captions without it'
  return {
    title: `Remove ${label}`,
    description: `Frees about ${formatBytes(bytes)}. Videos ${then} from now on.`,
    button: 'Remove model',
    requires: 'reason',
    isDanger: true,
    submit: (text) => done(operatorApi.removeModel({ modelId: id, reason: text('reason') }), `${label} is removed.`),
  }
}

function isInstalling({ installation }: Model): boolean {
  return installation !== null && installation.state !== 'failed'
}

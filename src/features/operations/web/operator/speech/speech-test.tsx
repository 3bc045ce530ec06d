import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileAudio } from 'lucide-react'
import { useState } from 'react'
import { asAppError } from '#platform/web/app-error.ts'
import { usePageDrop } from '#platform/web/use-page-drop.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Select } from '#ui/select.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { OperatorSpeech, SpeechTest as Test } from '../../../model/operator-speech.ts'
import { DETECTION, languageLabel } from '../../../model/language-label.ts'
import { operatorApi, operatorQueries } from '../operator-queries.ts'
import { sendSpeechTest } from './send-speech-test.ts'
import { RecognisedWords } from './recognised-words.tsx'

type Engine = OperatorSpeech['engines'][number]

const REFRESH_INTERVAL_MS = 1_000

/** Tests an engine with a short file: the words it hears, and how long it takes. */
export function SpeechTest({ engines }: { engines: readonly Engine[] }) {
  const working = engines.filter(({ problem }) => problem === null)
  const [chosen, choose] = useState<string>()
  const [asked, ask] = useState<string>()
  const engine = working.find(({ id }) => id === chosen) ?? working[0]
  const options = engine ? languagesOf(engine) : []
  const language = options.find(({ value }) => value === asked)?.value ?? options[0]?.value ?? 'en'
  const { test, sending, problem, isBusy, send, stop } = useSpeechTest()
  const take = ([file]: readonly File[]) => {
    if (file && engine && !isBusy) void send(file, { engine: engine.id, language })
  }
  const isOver = usePageDrop(take)
  return (
    <section aria-labelledby="test" className="grid gap-4">
      <div>
        <h2 id="test" className="text-xl">
          Test with a file
        </h2>
        <p className="mt-1 text-sm text-muted">
          Recognises the first minute of a sound or video file of up to 50 MB. The file is deleted afterwards.
          {engine !== undefined && engine.host !== null && ` Its sound is sent to ${engine.host}.`}
        </p>
      </div>
      {engine === undefined ? (
        <Notice tone="info">No engine works on this machine. Install a model first.</Notice>
      ) : (
        <div
          className={classNames(
            'grid gap-3 rounded-lg border border-dashed p-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-end',
            isOver ? 'border-accent bg-accent-soft' : 'border-control',
          )}
        >
          <Select
            label="Engine"
            value={engine.id}
            options={working.map(({ id, label }) => ({ value: id, label }))}
            onChange={choose}
          />
          <Select label="Language" value={language} options={options} onChange={ask} />
          <FileButton accept="audio/*,video/*" disabled={isBusy} icon={<FileAudio aria-hidden="true" />} onFiles={take}>
            {isOver ? 'Drop it here' : 'Choose a file'}
          </FileButton>
        </div>
      )}
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {sending !== undefined && <Running label={`Sending ${sending}`} value={null} onStop={stop} />}
      {sending === undefined && problem === undefined && test && <Outcome key={test.id} test={test} onStop={stop} />}
    </section>
  )
}

function Outcome({ test, onStop }: { test: Test; onStop: () => void }) {
  const { state, progress, cancelRequested, engine, fileName } = test
  if (state === 'queued' || state === 'running') {
    if (cancelRequested) return <Running label="Stopping" value={progress} />
    const label = state === 'queued' ? 'Waiting for a worker' : `${engine} listens to ${fileName}`
    return <Running label={label} value={state === 'queued' ? null : progress} onStop={onStop} />
  }
  if (state === 'cancelled') return <p className="text-sm text-muted">The test was cancelled.</p>
  if (test.result === null)
    return (
      <Notice tone="error" title={fileName}>
        {test.problem ?? 'The test failed. Try again.'}
      </Notice>
    )
  return <RecognisedWords test={test} result={test.result} />
}

function Running({ label, value, onStop }: { label: string; value: number | null; onStop?: () => void }) {
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 grow">
        {value === null ? (
          <p role="status" className="flex items-center gap-2 text-sm wrap-anywhere">
            <Spinner /> {label}
          </p>
        ) : (
          <ProgressBar label={label} value={value} />
        )}
      </div>
      {onStop && (
        <Button size="sm" onClick={onStop}>
          Cancel<span className="sr-only"> the test</span>
        </Button>
      )}
    </div>
  )
}

function languagesOf({ languages, detectsLanguage }: Engine) {
  const named = languages
    .map((value) => ({ value, label: languageLabel(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return detectsLanguage && named.length > 1 ? [{ value: DETECTION, label: languageLabel(DETECTION) }, ...named] : named
}

/** Sends one file at a time and follows its test. */
function useSpeechTest() {
  const queryClient = useQueryClient()
  const { data: test } = useQuery(
    operatorQueries.speechTest.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) => (isUnfinished(state.data) ? REFRESH_INTERVAL_MS : false),
    }),
  )
  const [sending, setSending] = useState<{ readonly name: string; readonly abort: AbortController }>()
  const [problem, setProblem] = useState<string>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: operatorQueries.speechTest.key() })
  const attempt = async (work: () => Promise<unknown>, signal?: AbortSignal) => {
    setProblem(undefined)
    try {
      await work()
      await refresh()
    } catch (error) {
      if (signal?.aborted !== true) setProblem(asAppError(error).message)
    }
  }
  const send = async (file: File, choice: { engine: string; language: string }) => {
    const abort = new AbortController()
    setSending({ name: file.name, abort })
    await attempt(() => sendSpeechTest(file, { ...choice, signal: abort.signal }), abort.signal)
    setSending(undefined)
  }
  const stop = () => {
    if (sending) sending.abort.abort()
    else void attempt(() => operatorApi.cancelSpeechTest())
  }
  return { test, sending: sending?.name, problem, isBusy: sending !== undefined || isUnfinished(test), send, stop }
}

function isUnfinished(test: Test | null | undefined): boolean {
  return test?.state === 'queued' || test?.state === 'running'
}

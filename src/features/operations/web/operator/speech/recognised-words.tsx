import { useState } from 'react'
import { formatNumber, formatPercent, pluralize } from '#platform/shared/format/numbers.ts'
import { TextArea } from '#ui/text-field.tsx'
import type { SpeechTest } from '../../../model/operator-speech.ts'
import { countWordErrors, MAX_REFERENCE_LENGTH } from '../../../model/word-errors.ts'
import { languageLabel } from '../../../model/language-label.ts'

type Result = NonNullable<SpeechTest['result']>

/** What an engine recognised in a test: its words with their times, its speed, and its errors against what was said. */
export function RecognisedWords({ test, result }: { test: SpeechTest; result: Result }) {
  const { words, language } = result
  return (
    <div className="grid gap-5 rounded-lg border border-border bg-surface p-4">
      <div role="status" className="grid gap-1">
        <p className="font-medium wrap-anywhere">{test.fileName}</p>
        <p className="tabular text-sm text-muted">
          {test.engine}
          {language !== 'auto' && language !== 'und' && `, ${languageLabel(language)}`}: {speedText(result)}
        </p>
      </div>
      {words.length === 0 ? (
        <p className="text-muted">No words were recognised.</p>
      ) : (
        <ol aria-label="Words" lang={language} className="flex flex-wrap gap-x-3 gap-y-2">
          {words.map(({ text, startMs, endMs }) => (
            <li key={startMs} className="grid">
              <span className="wrap-anywhere">{text}</span>
              <span className="tabular text-xs text-faint">
                {seconds(startMs)}–{seconds(endMs)}
              </span>
            </li>
          ))}
        </ol>
      )}
      <Comparison recognised={words.map(({ text }) => text).join(' ')} language={language} isCut={result.isCut} />
    </div>
  )
}

function speedText({ soundMs, workMs, isCut }: Result): string {
  const length = isCut ? `the first ${seconds(soundMs)} s` : `${seconds(soundMs)} s of sound`
  return `${length} in ${seconds(workMs)} s, ${formatNumber(soundMs / workMs, 1)}× real time`
}

function Comparison({ recognised, language, isCut }: { recognised: string; language: string; isCut: boolean }) {
  const [reference, setReference] = useState('')
  const errors = countWordErrors(reference, recognised, language === 'und' ? 'auto' : language)
  return (
    <div className="grid gap-2">
      <TextArea
        label="What is really said (optional)"
        hint={isCut ? 'Of the first minute, which was recognised.' : 'Paste it to see the word error rate.'}
        rows={3}
        maxLength={MAX_REFERENCE_LENGTH}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      <p role="status" className="tabular text-sm">
        {errors && (
          <>
            <span className="font-medium">Word error rate {formatPercent(errors.rate)}</span>
            <span className="text-muted">
              : {errors.wrong} wrong, {errors.missing} missing and {errors.added} added in{' '}
              {pluralize(errors.words, 'word')}
            </span>
          </>
        )}
      </p>
    </div>
  )
}

function seconds(ms: number): string {
  return formatNumber(ms / 1_000, 1)
}

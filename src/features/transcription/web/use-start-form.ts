import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import type { TranscriptionQuote, TranscriptionSource } from '../model/contract.ts'
import { AUTO_LANGUAGE } from '../model/language.ts'
import { decodeText } from './decode-text.ts'
import { engineFor, languageOptions } from './languages.ts'
import { useStartTranscription } from './queries.ts'

/** The chosen source of the words. */
export type SourceKind = TranscriptionSource['kind']

/** Maximum characters of a caption file, as on the server. Two hours of captions as JSON fit. */
const SUBTITLES_MAX = 5_000_000

/** State of the start form: the creator's choices and what is still missing. */
export function useStartForm(projectId: string, quote: TranscriptionQuote) {
  const [kind, setKind] = useState<SourceKind>('speech')
  const [language, setLanguage] = useState(languageOptions(quote.engines)[0]?.value ?? AUTO_LANGUAGE)
  const [script, setScript] = useState('')
  const [subtitles, setSubtitles] = useState<{ name: string; text: string }>()
  const [problem, setProblem] = useState<string>()
  const start = useStartTranscription(projectId)

  async function takeSubtitles([file]: readonly File[]) {
    if (file === undefined) return
    const text = file.size <= 4 * SUBTITLES_MAX ? decodeText(await file.arrayBuffer()) : undefined
    if (text === undefined || text.length > SUBTITLES_MAX) {
      return setProblem(`“${file.name}” is too large for captions. Choose a file of at most five million characters.`)
    }
    if (!/-->|^\s*\{/u.test(text)) {
      return setProblem(`“${file.name}” has no captions in it. Choose an SRT, VTT or JSON file.`)
    }
    setProblem(undefined)
    setSubtitles({ name: file.name, text })
  }

  function submit() {
    const source = sourceOf(kind, script, subtitles?.text ?? '')
    if (typeof source === 'string') return setProblem(source)
    setProblem(undefined)
    start.mutate({ projectId, language, source })
  }

  return {
    kind,
    choose(next: SourceKind) {
      setKind(next)
      setProblem(undefined)
      start.reset()
    },
    language,
    setLanguage,
    engine: engineFor(quote.engines, language),
    script,
    setScript,
    subtitles,
    takeSubtitles,
    problem,
    refusal: start.error === null ? undefined : asAppError(start.error),
    busy: start.isPending,
    submit,
  }
}

function sourceOf(kind: SourceKind, script: string, subtitles: string): TranscriptionSource | string {
  if (kind === 'speech') return { kind }
  if (kind === 'script')
    return script.trim() === '' ? 'Paste the words that are spoken in the video.' : { kind, text: script.trim() }
  return subtitles === '' ? 'Choose an SRT, VTT or JSON file first.' : { kind, text: subtitles }
}

import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import type { AskedSpeakers, TranscriptionQuote, TranscriptionSource } from '../model/contract.ts'
import { AUTO_LANGUAGE } from '../model/language.ts'
import type { OwnTimes } from './caption-file-fields.tsx'
import { engineFor, languageOptions, wantedLanguage } from './languages.ts'
import { useStartTranscription } from './queries.ts'
import { type ChosenFile, useCaptionFile } from './use-caption-file.ts'

/** The chosen source of the words. */
export type SourceKind = TranscriptionSource['kind']

/** The template or saved look that new captions start in. */
export type ChosenStart = {
  readonly kind: 'template' | 'look'
  readonly id: string
  readonly name: string
  /** A run starts in it. Another try of the same video keeps it. */
  onUsed(): void
  /** The creator gives it up. */
  onDecline(): void
  /** The creator cannot give it up. Default false. */
  readonly isFinal?: boolean
}

/** The language with which the form begins. */
export type FirstLanguage = {
  /** BCP 47 tags or `auto`, the preferred one first: the form begins with the first that it offers. */
  readonly wanted: readonly string[]
  /** The creator started a run with a language that they chose. */
  onChosen(language: string): void
}

/** What the start form begins with. */
type FirstChoices = {
  readonly first?: ChosenStart | undefined
  readonly firstLanguage?: FirstLanguage | undefined
  readonly firstKind?: SourceKind | undefined
  /** The earlier cut of this video, whose captions are carried over. */
  readonly cutOf?: string | undefined
}

/** State of the start form: the creator's choices and what is still missing. */
export function useStartForm(
  projectId: string,
  quote: TranscriptionQuote,
  { first, firstKind = 'speech', cutOf, firstLanguage }: FirstChoices,
) {
  const [chosenKind, setKind] = useState<SourceKind>(firstKind)
  // The words of a new cut are listened to.
  const kind = cutOf === undefined ? chosenKind : 'speech'
  const { language, setLanguage, rememberLanguage } = useLanguage(quote, firstLanguage)
  const [speakers, setSpeakers] = useState<AskedSpeakers>('auto')
  const [script, setScript] = useState('')
  const file = useCaptionFile()
  const [times, setTimes] = useState<OwnTimes>('keep')
  const [problem, setProblem] = useState<string>()
  const start = useStartTranscription(projectId, () => {
    rememberLanguage()
    if (cutOf === undefined) first?.onUsed()
  })

  function submit() {
    const source = sourceOf(kind, { script, captions: file.chosen, times })
    if (typeof source === 'string') return setProblem(source)
    setProblem(undefined)
    if (cutOf !== undefined) return start.mutate({ projectId, language, source, cutOf })
    const choice = {
      ...(first !== undefined && { [first.kind]: first.id }),
      ...(kind === 'speech' && quote.speakers === 'ready' && { speakers }),
    }
    start.mutate({ projectId, language, source, ...choice })
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
    speakers,
    setSpeakers,
    engine: engineFor(quote.engines, language),
    script,
    setScript,
    file,
    times,
    setTimes,
    /** Credits of the run: listening and aligning cost them, the times of a file do not. */
    price: kind === 'subtitles' && times === 'keep' ? 0 : quote.credits,
    problem: problem ?? (kind === 'subtitles' ? file.problem : undefined),
    refusal: start.error === null ? undefined : asAppError(start.error),
    busy: start.isPending,
    submit,
  }
}

/** The chosen language, or the one with which the form begins. */
function useLanguage(quote: TranscriptionQuote, first: FirstLanguage | undefined) {
  const [chosen, setLanguage] = useState<string>()
  return {
    language: chosen ?? languageAtFirst(quote, first),
    setLanguage,
    rememberLanguage: () => chosen !== undefined && first?.onChosen(chosen),
  }
}

/** The wanted language, or else what the form offers first. */
function languageAtFirst({ engines }: TranscriptionQuote, first: FirstLanguage | undefined): string {
  return wantedLanguage(engines, first?.wanted ?? []) ?? languageOptions(engines)[0]?.value ?? AUTO_LANGUAGE
}

function sourceOf(
  kind: SourceKind,
  { script, captions, times }: { script: string; captions: ChosenFile | undefined; times: OwnTimes },
): TranscriptionSource | string {
  if (kind === 'speech') return { kind }
  if (kind === 'script')
    return script.trim() === '' ? 'Paste the words that are spoken in the video.' : { kind, text: script.trim() }
  if (captions === undefined) return 'Choose an SRT, VTT or JSON file first.'
  return captions.refusal ?? { kind, text: captions.text, times }
}

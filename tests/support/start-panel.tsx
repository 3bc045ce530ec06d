import { render } from 'vitest-browser-react'
import type { Transcription, TranscriptionQuote } from '#features/transcription/model/index.ts'
import type { EarlierCut } from '../../src/features/transcription/web/earlier-cut.tsx'
import { StartPanel } from '../../src/features/transcription/web/start-panel.tsx'
import type { ChosenStart, FirstLanguage } from '../../src/features/transcription/web/use-start-form.ts'
import { answerRequests, Site } from './web.tsx'

export const VIDEO_ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
export const DRAFT = {
  id: 'pocketsphinx',
  label: 'Draft transcript (English)',
  quality: 'draft' as const,
  languages: ['en'],
  host: null,
  defaultFor: [],
}
export const BEST = {
  id: 'parakeet-v3',
  label: 'Parakeet v3',
  quality: 'best' as const,
  languages: ['en', 'de'],
  host: null,
  defaultFor: [],
}
export const RUN: Transcription = {
  id: 't',
  projectId: VIDEO_ID,
  state: 'queued',
  progress: 0,
  language: 'en',
  engineLabel: DRAFT.label,
  note: null,
  credits: 10,
  fit: null,
  cutOf: null,
  createdAt: '2026-11-20T10:00:00Z',
}

/** Shows the form that starts captions of a video, and returns what it asks the server for. */
export async function openStartPanel(
  quote: Partial<TranscriptionQuote>,
  answers: Record<string, unknown> = {},
  {
    last = null,
    ...shown
  }: { last?: Transcription | null; first?: ChosenStart; firstLanguage?: FirstLanguage; earlier?: EarlierCut } = {},
) {
  const answer: TranscriptionQuote = {
    credits: 10,
    enough: true,
    available: 30,
    limitLeft: null,
    durationMs: 36_500,
    hasSound: true,
    engines: [DRAFT],
    coming: null,
    speakers: 'missing',
    ...quote,
  }
  const asked = answerRequests({ 'transcription/quote': answer, ...answers })
  await render(
    <Site path={`/projects/${VIDEO_ID}`}>
      <StartPanel
        projectId={VIDEO_ID}
        last={last}
        {...shown}
        renderMoreCredits={(missing) => <p>{missing} credits are on offer</p>}
      />
    </Site>,
  )
  return asked
}

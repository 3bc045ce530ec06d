import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { SpokenWord } from './word.ts'

/**
 * How the words are found: heard by an engine, or the creator's own words timed to the sound. `subtitles` are an SRT, a
 * WebVTT or the JSON that captions are downloaded as.
 */
export const TranscriptionSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('speech') }),
  z.object({ kind: z.literal('script'), text: z.string().trim().min(1).max(200_000) }),
  z.object({ kind: z.literal('subtitles'), text: z.string().trim().min(1).max(5_000_000) }),
])
export type TranscriptionSource = z.output<typeof TranscriptionSource>

/** Where a run stands. The last three are final. */
export const TranscriptionState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export type TranscriptionState = z.output<typeof TranscriptionState>

/** One run over one project's sound, as its owner sees it. */
export const Transcription = z.object({
  id: z.string(),
  projectId: z.string(),
  state: TranscriptionState,
  /** Fraction of the sound done, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** BCP 47 tag, `und` until known. */
  language: z.string(),
  /** What did it, for people: "Draft transcript (English)", "Parakeet v2", "Your script". */
  engineLabel: z.string(),
  /** A plain sentence about a fallback, or about a failure and what to do. */
  note: z.string().nullable(),
  /** Credits held or captured for it. */
  credits: z.int().min(0),
  createdAt: z.iso.datetime(),
})
export type Transcription = z.output<typeof Transcription>

/** What a run would cost and which engines could do it, from the server's own measurement. */
export const TranscriptionQuote = z.object({
  credits: z.int().min(0),
  /** Whether they can be spent; always said. */
  enough: z.boolean(),
  /** What its owner can spend; null for a collaborator, who is told no more of the owner's credits than `enough`. */
  available: z.int().min(0).nullable(),
  durationMs: z.int().min(0),
  hasSound: z.boolean(),
  engines: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      quality: z.enum(['draft', 'good', 'best']),
      languages: z.array(z.string()),
    }),
  ),
})
export type TranscriptionQuote = z.output<typeof TranscriptionQuote>

/** Streamed while a run works; `words` come in media order, never twice on one stream. */
export const TranscriptionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), transcription: Transcription }),
  z.object({ type: z.literal('words'), words: z.array(SpokenWord) }),
])
export type TranscriptionEvent = z.output<typeof TranscriptionEvent>

const project = z.object({ projectId: z.uuid() })

/** Which run is asked for. */
export const StartTranscription = project.extend({
  language: z.string().max(100).default('auto'),
  source: TranscriptionSource,
})
export type StartTranscription = z.output<typeof StartTranscription>

/** `/api/rpc/transcription/*` */
export const transcriptionContract = {
  quote: oc.input(project).output(TranscriptionQuote),
  /** Takes the hold and queues the run. Refused: `insufficient_credits`, `conflict` (one is running). */
  start: oc.input(StartTranscription).output(Transcription),
  /** The newest run, or null. */
  get: oc.input(project).output(Transcription.nullable()),
  cancel: oc.input(project).output(Transcription),
  watch: oc.input(project).output(eventIterator(TranscriptionEvent)),
}

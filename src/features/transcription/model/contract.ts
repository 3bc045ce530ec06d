import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ScriptFit } from './script-fit.ts'
import { SpokenWord } from './word.ts'

/** Most people that a creator may say there are. */
export const MOST_SPEAKERS = 8

/**
 * The source of the words: speech recognition, or the creator's own words. `subtitles` is an SRT or WebVTT file, the JSON
 * of a caption download, or that of Whisper, WhisperX, Remotion or YouTube. They keep their times, which costs nothing,
 * or have each word aligned to the sound (`times`).
 */
export const TranscriptionSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('speech') }),
  z.object({ kind: z.literal('script'), text: z.string().trim().min(1).max(200_000) }),
  z.object({
    kind: z.literal('subtitles'),
    text: z.string().trim().min(1).max(5_000_000),
    times: z.enum(['keep', 'align']).default('keep'),
  }),
])
export type TranscriptionSource = z.output<typeof TranscriptionSource>

/**
 * The state of a run. `pending`: it starts automatically once the length of its video, and so its price, is measured. The
 * last three are final.
 */
export const TranscriptionState = z.enum(['pending', 'queued', 'running', 'done', 'failed', 'cancelled'])
export type TranscriptionState = z.output<typeof TranscriptionState>

/** One run over a project's sound, as its owner sees it. */
export const Transcription = z.object({
  id: z.string(),
  projectId: z.string(),
  state: TranscriptionState,
  /** Fraction of the sound processed, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** BCP 47 tag, `und` until known. */
  language: z.string(),
  /** Display name of the engine or source: "Draft transcript (English)", "Parakeet v2", "Your script". */
  engineLabel: z.string(),
  /** Explains a fallback, or a failure and what to do. */
  note: z.string().nullable(),
  /** Credits held or captured for the run; 0 while it is pending. */
  credits: z.int().min(0),
  /** Of a failed run whose words were not charged because too few were found in the sound; null otherwise. */
  fit: ScriptFit.nullable(),
  /** Set once its captions exist: they may before its video, made of the sound that arrived first. */
  hasEarlyCaptions: z.literal(true).optional(),
  /** Words of the beginning, to be shown until the first words of the stream replace them. */
  firstWords: z.array(SpokenWord).optional(),
  /** The project of the earlier cut of this video, whose captions it carries over; null without one. */
  cutOf: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Transcription = z.output<typeof Transcription>

/** Whether the people who speak are distinguished: not at all, as many as are found, or this many. */
export const AskedSpeakers = z.union([z.enum(['off', 'auto']), z.int().min(2).max(MOST_SPEAKERS)])
export type AskedSpeakers = z.output<typeof AskedSpeakers>

/** A better speech model on its way to this site. */
export const ComingModel = z.object({
  label: z.string(),
  /** Languages it recognises, as ISO 639 codes. */
  languages: z.array(z.string()),
  /** Fraction downloaded, 0 to 1. */
  progress: z.number().min(0).max(1),
})
export type ComingModel = z.output<typeof ComingModel>

/**
 * The price of a run and the engines that can do it, from the length measured on the server. Until that is measured,
 * `durationMs` is 0, `credits` the price of the shortest video, and `hasSound` true.
 */
export const TranscriptionQuote = z.object({
  credits: z.int().min(0),
  /** True when the owner can spend them; set for collaborators too. */
  enough: z.boolean(),
  /** The owner's spendable credits; null for a collaborator, who learns only `enough`. */
  available: z.int().min(0).nullable(),
  /** Credits that the owner's monthly limit leaves a collaborator; null without a limit. */
  limitLeft: z.int().min(0).nullable(),
  durationMs: z.int().min(0),
  hasSound: z.boolean(),
  engines: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      quality: z.enum(['draft', 'good', 'best']),
      languages: z.array(z.string()),
      /** The host to which the sound is sent; null when it stays on this server. */
      host: z.string().nullable(),
      /** The languages for which the site chose it: ISO 639 codes, or `auto`. */
      defaultFor: z.array(z.string()),
    }),
  ),
  /** A model that is being installed; null without one. */
  coming: ComingModel.nullable(),
  /** Whether speakers can be distinguished: this site lacks the models, or the video is too long. */
  speakers: z.enum(['ready', 'missing', 'too_long']),
})
export type TranscriptionQuote = z.output<typeof TranscriptionQuote>

/** Streamed during a run; `words` arrive in media order, each once per stream. */
export const TranscriptionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), transcription: Transcription }),
  z.object({ type: z.literal('words'), words: z.array(SpokenWord) }),
])
export type TranscriptionEvent = z.output<typeof TranscriptionEvent>

/** The newest run of a video, in a list of videos. */
export const RunSummary = Transcription.pick({ state: true, progress: true })
export type RunSummary = z.output<typeof RunSummary>

const project = z.object({ projectId: z.uuid() })

/** Identifies the project of the requested run. */
export const StartTranscription = project.extend({
  language: z.string().max(100).default('auto'),
  source: TranscriptionSource,
  /** Id of the template of new captions; captions that exist keep theirs. Default: the site’s. */
  template: z.string().max(100).optional(),
  /** Id of a saved look for new captions, instead of a template: the caller's, or one shared with them. */
  look: z.uuid().optional(),
  /**
   * The project of an earlier cut of the same video, of the same owner: its captions are carried over to the new words.
   * Only with `speech`; template and look are then those of the earlier captions.
   */
  cutOf: z.uuid().optional(),
  /**
   * Only with `speech`: gives the words of each person a speaker, where this site can. A new cut has the speakers of the
   * earlier one.
   */
  speakers: AskedSpeakers.default('auto'),
})
export type StartTranscription = z.output<typeof StartTranscription>

/** Names the run whose words are used although they hardly fit. */
export const StartAnyway = project.extend({
  transcriptionId: z.uuid(),
  /** As in `StartTranscription`. */
  template: z.string().max(100).optional(),
  look: z.uuid().optional(),
})
export type StartAnyway = z.output<typeof StartAnyway>

/** `/api/rpc/transcription/*` */
export const transcriptionContract = {
  /** The newest run of each video in the caller's lists, by project id; videos without a run are missing. */
  overview: oc.output(z.record(z.string(), RunSummary)),
  quote: oc.input(project).output(TranscriptionQuote),
  /**
   * Places the hold and queues the run; of a video that is uploaded or checked, the run is `pending`. Refused: `insufficient_credits`, `conflict` (a run is active),
   * `not_found` (template, look, earlier cut), `unprocessable` (an earlier cut of another owner or without captions).
   */
  start: oc.input(StartTranscription).output(Transcription),
  /**
   * Starts a run with the words of the newest one, whatever their fit. Refused like `start`, and with `conflict` when
   * that run is not waiting for this, `unprocessable` when nearly none of its words were found.
   */
  startAnyway: oc.input(StartAnyway).output(Transcription),
  /** The newest run, or null. */
  get: oc.input(project).output(Transcription.nullable()),
  cancel: oc.input(project).output(Transcription),
  watch: oc.input(project).output(eventIterator(TranscriptionEvent)),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason } from './action-reason.ts'

/** A speech engine as the operator sees it. */
const SpeechEngine = z.object({
  id: z.string(),
  label: z.string(),
  /** The host to which sound is sent; null when it stays on this server. */
  host: z.string().nullable(),
  /** Why it is not used; null while it works. */
  problem: z.string().nullable(),
  /** The languages for which it comes first, as ISO 639 codes. */
  firstFor: z.array(z.string()),
  /** All languages that it can recognise, as ISO 639 codes. */
  languages: z.array(z.string()),
  /** Whether it detects the language. */
  detectsLanguage: z.boolean(),
  /** Seconds of sound per second of work, as recent runs measured it; null before the first run. */
  soundPerSecond: z.number().nullable(),
})

/** A speech model of the catalogue, with its installation. */
const SpeechModel = z.object({
  id: z.string(),
  label: z.string(),
  /** What a model that recognises no words is for; null for the others. */
  purpose: z.string().nullable(),
  /** The languages that it recognises, as ISO 639 codes. */
  languages: z.array(z.string()),
  /** Size of the download. */
  bytes: z.int(),
  licence: z.string(),
  source: z.url(),
  installed: z.boolean(),
  /** Why its files are not used. */
  problem: z.string().nullable(),
  /** The installation that is queued, runs or failed. */
  installation: z
    .object({
      jobId: z.uuid(),
      state: z.enum(['queued', 'running', 'failed']),
      progress: z.number(),
      problem: z.string().nullable(),
      cancelRequested: z.boolean(),
    })
    .nullable(),
})

/** The engine that the site chose for a language. */
const SpeechDefault = z.object({
  /** An ISO 639 code, or `auto`. */
  language: z.string(),
  /** The id of the engine, which may no longer exist, and its label. */
  engine: z.string(),
  label: z.string(),
  /** Whether the environment chooses it, so that operators cannot. */
  isFixed: z.boolean(),
  /** Why another engine is used; null while it works. */
  problem: z.string().nullable(),
})

/** Engines and models of this site. */
export const OperatorSpeech = z.object({
  engines: z.array(SpeechEngine),
  models: z.array(SpeechModel),
  defaults: z.array(SpeechDefault),
})
export type OperatorSpeech = z.output<typeof OperatorSpeech>

/** Largest file of a test by file, in bytes. */
export const SPEECH_TEST_MAX_BYTES = 50_000_000

/** What an operator chooses for a test by file. */
export const SpeechTestChoice = z.object({
  engine: z.string().min(1).max(100),
  /** An ISO 639 code, or `auto`. */
  language: z.string().min(2).max(20),
  /** The name of the file. */
  name: z.string().trim().min(1).max(200),
})

/** The operator's last test of an engine with a file. */
export const SpeechTest = z.object({
  id: z.uuid(),
  /** The label of the engine. */
  engine: z.string(),
  language: z.string(),
  fileName: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  progress: z.number(),
  /** Why it failed. */
  problem: z.string().nullable(),
  cancelRequested: z.boolean(),
  /** Null unless it is done; times in whole milliseconds. */
  result: z
    .object({
      words: z.array(z.object({ text: z.string(), startMs: z.int(), endMs: z.int() })),
      language: z.string(),
      /** Length of the sound that was recognised, at most a minute. */
      soundMs: z.int(),
      /** How long that took. */
      workMs: z.int(),
      /** Whether the file is longer. */
      isCut: z.boolean(),
    })
    .nullable(),
})
export type SpeechTest = z.output<typeof SpeechTest>

const change = z.object({ modelId: z.string().max(100), reason: ActionReason })

/** The part of `operatorContract` about speech recognition. */
export const speechProcedures = {
  speech: oc.output(OperatorSpeech),
  /** Queues the download of a model; `conflict` if it is installed or being installed. */
  installModel: oc.input(change.omit({ reason: true })).output(OperatorSpeech),
  /** Deletes the files of a model; `conflict` while it is being installed. */
  removeModel: oc.input(change).output(OperatorSpeech),
  /**
   * Chooses the engine that is used first for a language; null leaves it to the product. `unprocessable` if it does not
   * know the language, `conflict` if the environment chooses.
   */
  chooseSpeechDefault: oc
    .input(z.object({ language: SpeechTestChoice.shape.language, engine: SpeechTestChoice.shape.engine.nullable() }))
    .output(OperatorSpeech),
  /** The caller's last test by file; null without one. It is started by `PUT /api/operator-speech-tests`. */
  speechTest: oc.output(SpeechTest.nullable()),
  /** Cancels the caller's test if it has not ended. */
  cancelSpeechTest: oc.output(SpeechTest.nullable()),
}

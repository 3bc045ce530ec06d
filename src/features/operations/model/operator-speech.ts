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
  /** Seconds of sound per second of work, as recent runs measured it; null before the first run. */
  soundPerSecond: z.number().nullable(),
})

/** A speech model of the catalogue, with its installation. */
const SpeechModel = z.object({
  id: z.string(),
  label: z.string(),
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

/** Engines and models of this site. */
export const OperatorSpeech = z.object({ engines: z.array(SpeechEngine), models: z.array(SpeechModel) })
export type OperatorSpeech = z.output<typeof OperatorSpeech>

const change = z.object({ modelId: z.string().max(100), reason: ActionReason })

/** The part of `operatorContract` about speech recognition. */
export const speechProcedures = {
  speech: oc.output(OperatorSpeech),
  /** Queues the download of a model; `conflict` if it is installed or being installed. */
  installModel: oc.input(change.omit({ reason: true })).output(OperatorSpeech),
  /** Deletes the files of a model; `conflict` while it is being installed. */
  removeModel: oc.input(change).output(OperatorSpeech),
}

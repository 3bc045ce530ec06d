import type { Hono } from 'hono'
import type { CreatedUser } from '#features/accounts/server/index.ts'
import type { BillingEvent } from '#features/billing/server/index.ts'
import type { CarriedCaptions, RemovedWords } from '#features/captions/server/index.ts'
import type {
  ArrivedSound,
  DuplicatedProject,
  StoredProject,
  TransferredProject,
} from '#features/media/server/index.ts'
import type { Transcribed } from '#features/transcription/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Caller, HttpEnv } from '#platform/server/http.ts'
import type { Job } from '#platform/server/jobs.ts'

/** The changes in one feature that concern others, with what their listeners receive. */
export type FeatureEvents = {
  /** Also each time the record loads: listeners are idempotent. */
  readonly userCreated: CreatedUser
  readonly userDeleted: { readonly userId: string }
  /** The plan of a user, or limits beside it: the id of the user. */
  readonly planChanged: string
  readonly paymentChanged: BillingEvent
  /** Before its video. */
  readonly soundArrived: ArrivedSound
  /** Its length is measured, and it is being prepared. */
  readonly projectChecked: StoredProject
  readonly projectPrepared: StoredProject
  readonly projectRefused: StoredProject
  readonly projectDuplicated: DuplicatedProject
  /** It has another owner. */
  readonly projectTransferred: TransferredProject
  /** Removed for good. */
  readonly projectRemoved: { readonly id: string }
  readonly transcribed: Transcribed
  /** Words of captions, by an edit or a new transcript. */
  readonly wordsRemoved: RemovedWords
  /** From an earlier cut of a video to a new one. */
  readonly captionsCarriedOver: CarriedCaptions
}

/** Listeners run in the transaction of the change; an error undoes it. */
type Listeners = {
  readonly [Name in keyof FeatureEvents]?: (tx: Tx, event: FeatureEvents[Name]) => Promise<unknown>
}

/** The parts of a feature that `compose.ts` mounts. */
export type Feature = {
  /** The API serves them under the feature's name. */
  readonly procedures?: Readonly<Record<string, unknown>>
  /** Plain routes by their path under `/api`. */
  readonly routes?: Readonly<Record<string, Hono<HttpEnv>>>
  readonly jobs?: readonly Job[]
  /** Tasks of the worker, every minute; safe in several workers at once. */
  readonly maintenance?: readonly (() => Promise<unknown>)[]
  /** A user's data by name, for the data export. */
  readonly personalData?: (caller: Caller) => Promise<Readonly<Record<string, unknown>>>
  readonly on?: Listeners
}

/** Checks the parts of a feature; whatever else a file of this folder returns keeps its type. */
export function defineFeature<Wired extends Feature>(feature: Wired): Wired {
  return feature
}

/** Returns the function that runs the listeners of an event. */
export type Emit = <Name extends keyof FeatureEvents>(
  name: Name,
) => (tx: Tx, event: FeatureEvents[Name]) => Promise<void>

/** Runs listeners one by one, in the order of `features`, which may be filled later. */
export function emitTo(features: readonly Feature[]): Emit {
  return (name) => async (tx, event) => {
    for (const { on } of features) await on?.[name]?.(tx, event)
  }
}

/** Collects a user's data from every feature. */
export async function collectPersonalData(
  features: readonly Feature[],
  caller: Caller,
): Promise<Readonly<Record<string, unknown>>> {
  const data: Record<string, unknown> = {}
  for (const { personalData } of features) Object.assign(data, await personalData?.(caller))
  return data
}

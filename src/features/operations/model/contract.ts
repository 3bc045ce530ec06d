import { oc } from '@orpc/contract'
import { z } from 'zod'

/** What the product consists of, in the order /status shows it. */
export const Part = z.enum(['web', 'database', 'worker', 'storage', 'queue'])
export type Part = z.output<typeof Part>

/** How a part does: `degraded` works, but slower or with less reserve than it should. */
export const PartState = z.enum(['operational', 'degraded', 'down'])
export type PartState = z.output<typeof PartState>

/** The checks of one day (UTC), in minutes. */
export const StatusDay = z.object({
  day: z.iso.date(),
  operational: z.int().min(0),
  degraded: z.int().min(0),
  down: z.int().min(0),
})
export type StatusDay = z.output<typeof StatusDay>

/** One part as it was found last. */
export const PartStatus = z.object({
  part: Part,
  state: PartState,
  /** Milliseconds the check took; null when no answer came. */
  latencyMs: z.int().min(0).nullable(),
  /** One plain sentence, when something is wrong. */
  note: z.string().nullable(),
  /** The days on which it was checked, oldest first; at most 90. */
  days: z.array(StatusDay),
})
export type PartStatus = z.output<typeof PartStatus>

/** Everything /status shows. */
export const Status = z.object({
  checkedAt: z.iso.datetime(),
  parts: z.array(PartStatus),
  /** False when the history could not be read just now. */
  historyKnown: z.boolean(),
})
export type Status = z.output<typeof Status>

/** `/api/rpc/operations/*`. */
export const operationsContract = {
  /** How the product does now and did in the last 90 days; for everybody. */
  status: oc.output(Status),
}

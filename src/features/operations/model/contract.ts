import { oc } from '@orpc/contract'
import { z } from 'zod'

/** The parts of the product, in the order of /status. */
export const Part = z.enum(['web', 'database', 'worker', 'storage', 'queue'])
export type Part = z.output<typeof Part>

/** The state of a part: `degraded` works, but slower or with less reserve than it should. */
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

/** A part with its latest check. */
export const PartStatus = z.object({
  part: Part,
  state: PartState,
  /** Duration of the check in milliseconds; null without a response. */
  latencyMs: z.int().min(0).nullable(),
  /** One sentence, if something is wrong. */
  note: z.string().nullable(),
  /** The days with checks, oldest first; at most 90. */
  days: z.array(StatusDay),
})
export type PartStatus = z.output<typeof PartStatus>

/** The data of /status. */
export const Status = z.object({
  checkedAt: z.iso.datetime(),
  parts: z.array(PartStatus),
  /** False if the history could not be read. */
  historyKnown: z.boolean(),
})
export type Status = z.output<typeof Status>

/** `/api/rpc/operations/*`. */
export const operationsContract = {
  /** The current state of the product and the last 90 days; public. */
  status: oc.output(Status),
}

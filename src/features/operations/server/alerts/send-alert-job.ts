import { z } from 'zod'
import { defineJob, type Job } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { AppError } from '#platform/shared/errors.ts'

const TIMEOUT_MS = 10_000
const payload = z.object({
  to: z.url({ protocol: /^https?$/u }),
  body: z.object({
    site: z.string(),
    /** `raised`, `resolved` or `test` */
    state: z.string(),
    text: z.string(),
    since: z.iso.datetime(),
    url: z.string(),
  }),
})

/** Attempts at one notice; the pause between two grows to a minute. */
export const SEND_ALERT = { name: 'operations.sendAlert', payload, attempts: 10 } as const

/** Posts a notice to a webhook. A notice can arrive twice if the worker dies after it was taken. */
export function sendAlertJob({ log }: { log: Pick<Log, 'error'> }): Job {
  return defineJob<z.output<typeof payload>>({
    ...SEND_ALERT,
    quick: true,
    async run({ to, body }, { signal }) {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // The address is the operator's own; it may not lead elsewhere.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await answer.body?.cancel()
      if (answer.status >= 500 || answer.status === 429) throw new Error(`the webhook answered ${answer.status}`)
      if (!answer.ok) throw new AppError('unprocessable', `The webhook refused it: ${answer.status}.`)
    },
    async giveUp({ body }, _reason, { problem }) {
      log.error({ problem, alert: body.text }, 'an alert could not be sent to the webhook')
    },
  })
}

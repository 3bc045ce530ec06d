import { z } from 'zod'
import { defineJob, type Job } from '#platform/server/jobs.ts'
import type { ModelStore } from '../ports.ts'

const payload = z.object({ modelId: z.string().max(100) })

/** Payload of a queued installation. */
export const INSTALL_MODEL = { name: 'transcription.install-model', payload, attempts: 3 } as const

/** Downloads and checks one speech model. Safe to run twice: it continues after the bytes that are there. */
export function installModelJob({ models }: { models: ModelStore }): Job<z.output<typeof payload>> {
  return defineJob({
    ...INSTALL_MODEL,
    bulk: true,

    async run({ modelId }, { signal, progress }) {
      await models.ensure(modelId, { signal, onProgress: (done, total) => progress(done / total) })
    },

    // The downloaded part stays for the next attempt.
    giveUp: async () => undefined,
  })
}

import type { Env } from '#platform/server/env.ts'
import { publicUrlOf } from '../services/public-url.ts'
import type { PartName } from './part-names.ts'

/**
 * Refuses settings before any part starts, since each would refuse them again and again.
 * @throws Error with one sentence
 */
export async function checkSettings(env: Env, names: readonly PartName[]): Promise<void> {
  if (names.length === 1 && env.DATABASE_URL === undefined)
    throw new Error(`bin/start ${names[0]} needs DATABASE_URL, the database that web servers and workers share.`)
  const publicUrl = publicUrlOf(env)
  const {
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    PLANS_JSON,
    PLANS_FILE,
    LIMITS_JSON,
    SPEECH_API_URL,
    SPEECH_API_KEY,
    SPEECH_MODEL,
    SPEECH_MODELS_FILE,
  } = env
  const namesModel = SPEECH_MODEL !== 'auto' && SPEECH_MODEL !== 'none'
  // A site that keeps the defaults starts faster: it loads no feature here, and so not much of the server.
  if (namesModel || (SPEECH_API_URL ?? SPEECH_API_KEY ?? SPEECH_MODELS_FILE) !== undefined) {
    const { checkWantedModel, speechServiceOf } = await import('#features/transcription/server/index.ts')
    checkWantedModel(SPEECH_MODEL, SPEECH_MODELS_FILE)
    speechServiceOf(env)
  }
  if ((STRIPE_SECRET_KEY ?? STRIPE_WEBHOOK_SECRET ?? PLANS_JSON ?? PLANS_FILE ?? LIMITS_JSON) === undefined) return
  const { paymentSettingsOf, readCatalogue } = await import('#features/billing/server/index.ts')
  paymentSettingsOf(env, publicUrl)
  readCatalogue(env)
}

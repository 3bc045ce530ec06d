import { providersOf, tryProvider } from '#features/accounts/server/index.ts'
import { paymentSettingsOf, tryStripe } from '#features/billing/server/index.ts'
import { speechServiceOf, trySpeechService } from '#features/transcription/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import { fault, hint, type Outcome, well } from './doctor-findings.ts'
import { publicUrlOf } from './public-url.ts'

/** The checks of the services that a site pays, signs in and recognises speech with, by what they are about. */
export const SERVICE_CHECKS: Readonly<Record<string, (env: Env) => Promise<Outcome[]>>> = {
  payments: async (env) => {
    const settings = valid(() => paymentSettingsOf(env, publicUrlOf(env)))
    if (settings === undefined) return []
    const { billing, stripe } = settings
    if (!billing || stripe === undefined) return [well('Stripe is not set up, and is not checked.')]
    return [await checkService('Stripe accepts our key.', () => tryStripe(stripe))]
  },
  'sign-in': async (env) => {
    const providers = valid(() => providersOf(env))
    if (providers === undefined) return []
    if (providers.length === 0) return [well('No identity provider is set up, and none is checked.')]
    return Promise.all(
      providers.map((provider) => {
        const redirectUri = `${publicUrlOf(env)}/api/auth/callback/${provider.id}`
        return checkService(`${provider.name} knows our client.`, () => tryProvider(provider, { redirectUri }))
      }),
    )
  },
  'speech service': async (env) => {
    const settings = valid(() => ({ service: speechServiceOf(env) }))
    if (settings === undefined) return []
    const { service } = settings
    if (service === undefined) return [well('No speech service is set up, and none is checked.')]
    return [await checkService(`${service.url.host} recognises speech.`, () => trySpeechService(service))]
  },
}

/** @returns undefined for wrong settings, which the check of the settings reports */
function valid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Without a network, nothing is known about the service; its name cannot be looked up either if it is misspelt. */
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ENETDOWN/u

async function checkService(success: string, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work()
    return well(success)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    if (OFFLINE.test(causesOf(error))) return hint(`Not checked: there is no network, or no such name. ${sentence}`)
    return fault(sentence)
  }
}

function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { message, code = '', detail }: { message: string; code?: string; detail?: unknown } = error
  return [message, code, causesOf(error.cause), causesOf(detail)].join(' ')
}

import { resolve } from 'node:path'
import {
  domainProviderRulesOf,
  listDomainProviders,
  providersOf,
  readProviderSettings,
  type StoredDomainProvider,
  tryProvider,
} from '#features/accounts/server/index.ts'
import { paymentSettingsOf, tryStripe } from '#features/billing/server/index.ts'
import { speechServiceOf, trySpeechService } from '#features/transcription/server/index.ts'
import { isEmptyDatabase } from '#platform/server/database/copy.ts'
import { hasCluster } from '#platform/server/database/postgres.ts'
import type { Env } from '#platform/server/env.ts'
import { listPending } from '#platform/server/migrations.ts'
import { type Check, fault, hint, inTurn, type Outcome, well } from './doctor-findings.ts'
import { publicUrlOf } from './public-url.ts'
import { findSessionSecret } from './session-secret.ts'
import { withSiteDatabase } from './site-database.ts'
import { refuseStaleCluster } from './stray-database.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

/** The checks of the services that a site pays, signs in and recognises speech with, by what they are about. */
export const SERVICE_CHECKS: Readonly<Record<string, Check>> = {
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
      providers.map((provider) =>
        checkService(`${provider.name} knows our client.`, () => tryProvider(provider, redirectOf(env, provider))),
      ),
    )
  },
  'sign-in of organisations': inTurn(async (env) => {
    const { isOn, allowPrivate } = domainProviderRulesOf(env)
    if (!isOn) return [well('ORGANISATION_SIGN_IN is off, so no provider of an organisation is checked.')]
    const providers = await listOrganisationProviders(env)
    if (providers === 'unreadable') return []
    if (providers === 'outdated') return [hint('Not checked: the database is not of this release.')]
    if (providers.length === 0) return [well('No organisation has a provider of its own, and none is checked.')]
    const secret = await findSessionSecret({ given: env.SESSION_SECRET, dataDir: resolve(env.DATA_DIR) })
    if (secret === undefined) return [hint('Not checked: there is no session secret in DATA_DIR.')]
    return Promise.all(
      providers.map((stored) =>
        checkService(`${stored.name} knows our client.`, async () => {
          const provider = await readProviderSettings(stored, { secret, allowPrivate }).catch((error: Error) => {
            throw new Error(`${stored.name} cannot be used: ${error.message}.`, { cause: error })
          })
          await tryProvider(provider, redirectOf(env, stored))
        }),
      ),
    )
  }),
  'speech service': async (env) => {
    const settings = valid(() => ({ service: speechServiceOf(env) }))
    if (settings === undefined) return []
    const { service } = settings
    if (service === undefined) return [well('No speech service is set up, and none is checked.')]
    return [await checkService(`${service.url.host} recognises speech.`, () => trySpeechService(service))]
  },
}

function redirectOf(env: Env, { id }: { id: string }): { redirectUri: string } {
  return { redirectUri: `${publicUrlOf(env)}/api/auth/callback/${id}` }
}

/** @returns 'unreadable' without a current database, which the checks of the data and the database report */
async function listOrganisationProviders(env: Env): Promise<StoredDomainProvider[] | 'outdated' | 'unreadable'> {
  try {
    refuseUnfinishedRestore(env.DATA_DIR)
    if (env.DATABASE_URL === undefined) {
      await refuseStaleCluster(env)
      if (!(await hasCluster(env.DATA_DIR))) return 'unreadable'
    }
    return await withSiteDatabase(env, { say: () => undefined }, async (db) => {
      if (await isEmptyDatabase(db)) return []
      return (await listPending(db)).length === 0 ? listDomainProviders(db) : 'outdated'
    })
  } catch {
    return 'unreadable'
  }
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

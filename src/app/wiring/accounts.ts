import type { AddressRules } from '#features/abuse/server/index.ts'
import {
  accountRoutes,
  type AccountsDeps,
  accountsProcedures,
  authRoutes,
  deleteExpired,
  domainProviderRulesOf,
  erasePhotosJob,
  mobileAppsOf,
  openAdministration,
  openAuth,
  openDomainProviderAdministration,
  openDomainProviders,
  providersOf,
  type RateLimits,
  rateLimitsOf,
  receiveUnsubscribe,
  wellKnownRoutes,
} from '#features/accounts/server/index.ts'
import { mustKeepSecondFactor, operatorAccessOf } from '#features/operations/server/index.ts'
import { clientAddressOf } from '#platform/server/http/client-address.ts'
import { transaction } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Caller } from '#platform/server/http.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature, type Emit } from './feature.ts'

type Wired = {
  secret: string
  addressRules: AddressRules
  emit: Emit
  /** The data of the other features. */
  dataOf: AccountsDeps['dataOf']
  rateLimits: Partial<RateLimits> | undefined
}

/** Opens accounts and sign-in, without knowing which features react to a new or deleted user. */
export function wireAccounts(env: Env, platform: Platform, { secret, addressRules, emit, dataOf, rateLimits }: Wired) {
  const { db, now } = platform
  const mobileApps = mobileAppsOf(env)
  const domainProviderDeps = { ...platform, secret, ...domainProviderRulesOf(env) }
  const deps = {
    ...platform,
    secret,
    rateLimits: { ...rateLimitsOf(env), ...rateLimits },
    providers: providersOf(env),
    domainProviders: openDomainProviders(domainProviderDeps),
    mobileApps,
    addressProblem: addressRules.problemOf,
    mustKeepSecondFactor: (caller: Caller) => mustKeepSecondFactor({ db, ...operatorAccessOf(env) }, caller),
    onUserCreated: emit('userCreated'),
    onUserDeleted: emit('userDeleted'),
    dataOf,
  }
  const clientAddress = clientAddressOf(env.TRUST_PROXY)
  const auth = openAuth(deps)
  return defineFeature({
    findCaller: auth.findCaller,
    /** Loads the sign-in before the first request needs it. */
    loadSignIn: auth.load,
    /** An operator's ways into an account. */
    administration: openAdministration(deps),
    /** Operators' ways to set up the providers of organisations. */
    domainProviders: openDomainProviderAdministration(domainProviderDeps),
    procedures: accountsProcedures(deps),
    /** `/unsubscribe/:token`: the form of the page, and the one click of mail programs. */
    unsubscribe: receiveUnsubscribe({ ...deps, clientAddress }),
    /** The mobile apps that open our links, for `/.well-known`. */
    wellKnown: wellKnownRoutes(mobileApps),
    routes: {
      '/auth': authRoutes({ ...deps, auth, clientAddress }),
      '/account': accountRoutes(deps),
    },
    jobs: [erasePhotosJob(deps)],
    maintenance: [() => transaction(db, (tx) => deleteExpired(tx, now()))],
  })
}

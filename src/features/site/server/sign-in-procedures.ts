import type { DomainProviderAdministration } from '#features/accounts/server/index.ts'
import { type OperatorDeps, operatorsOnly, recordDecision, type Snapshot } from '#features/operations/server/index.ts'
import type { DomainProvider, DomainProviderSettings } from '#features/accounts/model/index.ts'
import type { Caller } from '#platform/server/http.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { type ConsumeRateLimit, enforceRateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { SITE_TABLES, signInContract } from '../model/index.ts'

/** Dependencies of the operator's procedures for how organisations sign in. */
export type SignInDeps = Parameters<typeof operatorsOnly>[0] &
  Pick<OperatorDeps, 'db' | 'now'> & {
    readonly domainProviders: DomainProviderAdministration
    readonly consumeRateLimit: ConsumeRateLimit
  }

/** Checks of issuers by one operator: each makes requests to a server that is not ours. */
const CHECKS = { window: 60, max: 20 }

/** Implements `signInContract`. */
export function signInProcedures(deps: SignInDeps) {
  const { domainProviders } = deps
  const rpc = implementContract(signInContract).use(operatorsOnly(deps, SITE_TABLES))
  return {
    signInProviders: rpc.signInProviders.handler(async () => ({
      providers: await domainProviders.list(),
      ...domainProviders.facts,
    })),
    checkSignInProvider: rpc.checkSignInProvider.handler(({ context: { caller }, input }) =>
      checkIssuer(deps, caller, input.issuer),
    ),
    saveSignInProvider: rpc.saveSignInProvider.handler(async ({ context: { caller: operator }, input }) => {
      const { replaces, settings, reason, clientSecret, endsSessions } = input
      await checkChange(deps, operator, { id: replaces?.id, settings })
      const id = replaces?.id ?? settings.domains[0] ?? ''
      const saved = { ...settings, clientSecret }
      let secret = 'stored'
      let endedSessions: number | undefined
      await recordDecision(deps, {
        operator,
        action: replaces === null ? 'provider.add' : 'provider.change',
        subject: { kind: 'provider', id },
        reason,
        readFacts: async (tx) => snapshot(id, await domainProviders.lock(tx, id), { secret, endedSessions }),
        async work(tx) {
          if (replaces !== null && clientSecret !== undefined) secret = 'replaced'
          if (replaces === null) await domainProviders.add(tx, id, saved)
          else await domainProviders.change(tx, { ...replaces, saved })
          // Optional, it says nothing against the ways in which they logged in.
          if (endsSessions && settings.isRequired)
            endedSessions = await domainProviders.endSessions(tx, settings.domains, operator)
        },
      })
      return { id }
    }),
    removeSignInProvider: rpc.removeSignInProvider.handler(async ({ context, input: { id, reason } }) => {
      await recordDecision(deps, {
        operator: context.caller,
        action: 'provider.remove',
        subject: { kind: 'provider', id },
        reason,
        readFacts: async (tx) => snapshot(id, await domainProviders.lock(tx, id)),
        work: async (tx) => {
          if ((await domainProviders.lock(tx, id)) === undefined)
            throw new AppError('conflict', 'This provider is removed already.')
          await domainProviders.remove(tx, id)
        },
      })
      return { removed: true as const }
    }),
  }
}

async function checkIssuer({ domainProviders, consumeRateLimit }: SignInDeps, { userId }: Caller, issuer: string) {
  await enforceRateLimit(consumeRateLimit, {
    key: `account|${userId}|issuer`,
    limit: CHECKS,
    message: 'Too many checks. Wait a moment and try again.',
  })
  return domainProviders.check(issuer)
}

/** A provider that is down can still be changed, so that its domains get in without it. */
async function checkChange(
  deps: SignInDeps,
  operator: Caller,
  { id, settings }: { id: string | undefined; settings: DomainProviderSettings },
): Promise<void> {
  const before = (await deps.domainProviders.list()).find((one) => one.id === id)
  const isNew = before?.issuer !== settings.issuer
  const becomesRequired = settings.isRequired && before?.isRequired !== true
  if (isNew || becomesRequired) await checkIssuer(deps, operator, settings.issuer)
}

/** The facts of the log. Of the secret, only whether it was replaced. */
function snapshot(
  id: string,
  provider: DomainProvider | undefined,
  { secret = 'stored', endedSessions }: { secret?: string; endedSessions?: number | undefined } = {},
): Snapshot {
  if (provider === undefined) return { about: id, facts: {} }
  const { name, issuer, clientId, domains, isRequired, trustsAddresses } = provider
  const use = isRequired ? 'required' : 'optional'
  const addresses = trustsAddresses ? 'trusted without email_verified' : null
  const facts = { name, issuer, clientId, domains: domains.join(', '), use, addresses, secret }
  return { about: name, facts: endedSessions === undefined ? facts : { ...facts, endedSessions } }
}

import { operatorsOnly, pageOf, PAGE_SIZE, recordDecision } from '#features/operations/server/index.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type CurrentSettings,
  FIXABLE,
  type FixedSettings,
  settingFacts,
  SITE_TABLES,
  siteAdministrationContract,
} from '../model/index.ts'
import { announceSettings } from './follow-settings.ts'
import { type PolicyAdministrationDeps, policyAdministrationProcedures } from './policy-procedures.ts'
import { addVersion, listVersions, readSettings, type StoredSettings } from './settings-rows.ts'

/** Dependencies of the operator's procedures for the site. */
export type SiteAdministrationDeps = PolicyAdministrationDeps & {
  /** The values that the environment sets. */
  readonly fixed: FixedSettings
  readonly defaults: CurrentSettings['defaults']
}

/** Implements `siteAdministrationContract` and `policyAdministrationContract`. */
export function siteAdministrationProcedures(deps: SiteAdministrationDeps) {
  const { db, now } = deps
  const rpc = implementContract(siteAdministrationContract).use(operatorsOnly(deps, SITE_TABLES))
  return {
    ...policyAdministrationProcedures(deps),

    siteSettings: rpc.siteSettings.handler(async () => viewOf(deps, await readSettings(db))),

    siteVersions: rpc.siteVersions.handler(async ({ input: { before } }) => {
      const { page, next } = pageOf(
        (await listVersions(db, { before, limit: PAGE_SIZE + 1 })).map((one) => ({ ...one, id: String(one.version) })),
      )
      return { versions: page, next: next === null ? null : Number(next) }
    }),

    saveSiteSettings: rpc.saveSiteSettings.handler(({ context, input: { settings, replaces, reason } }) =>
      recordDecision(deps, {
        operator: context.caller,
        action: 'site.settings',
        subject: { kind: 'site', id: 'site' },
        reason,
        readFacts: async (tx) => {
          const current = await readSettings(tx)
          return { about: `version ${current.version}`, facts: settingFacts(current.settings) }
        },
        work: async (tx) => {
          const version = replaces + 1
          const { version: newest } = await readSettings(tx)
          const added =
            newest === replaces &&
            (await addVersion(tx, { version, settings, operator: context.caller.email, reason, at: now() }))
          if (!added) throw new AppError('conflict', 'Somebody else changed the site meanwhile. Load the page again.')
          await announceSettings(tx)
          return viewOf(deps, { version, settings })
        },
      }),
    ),
  }
}

function viewOf({ fixed, defaults }: SiteAdministrationDeps, { version, settings }: StoredSettings): CurrentSettings {
  const entries = FIXABLE.flatMap(({ field, variable }) => {
    const value = fixed[field]
    return value === undefined ? [] : [[field, { variable, value }] as const]
  })
  return { version, settings, fixed: Object.fromEntries(entries), defaults }
}

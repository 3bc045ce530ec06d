import {
  areRetentionPeriodsEqual,
  type Catalogue,
  type RetentionChange,
  retentionDays,
  retentionGroups,
} from '#features/billing/model/index.ts'
import type { FixedRetention } from '#features/billing/server/index.ts'
import { languageLabel } from '#features/operations/model/index.ts'
import {
  countVideosByPlan,
  operatorsOnly,
  pageOf,
  PAGE_SIZE,
  recordDecision,
} from '#features/operations/server/index.ts'
import { TEMPLATES, templatePicturePath } from '#features/templates/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type CurrentSettings,
  FIXABLE,
  type FixedSettings,
  settingFacts,
  type SettingsVersion,
  SITE_TABLES,
  siteAdministrationContract,
  type SitePicture,
  type SiteSettings,
} from '../model/index.ts'
import { announceSettings } from './follow-settings.ts'
import { type PolicyAdministrationDeps, policyAdministrationProcedures } from './policy-procedures.ts'
import { lockPictures, storedPictures } from './picture-rows.ts'
import { type SignInDeps, signInProcedures } from './sign-in-procedures.ts'
import { addVersion, listVersions, readSettings, type StoredSettings } from './settings-rows.ts'

/** Dependencies of the operator's procedures for the site. */
export type SiteAdministrationDeps = PolicyAdministrationDeps &
  SignInDeps & {
    /** The values that the environment sets. */
    readonly fixed: FixedSettings
    readonly defaults: CurrentSettings['defaults']
    /** The languages that speech engines of this site know, as ISO 639 codes. */
    listLanguages(): Promise<readonly string[]>
    /** The plans as the environment sets them, and what it sets about how long files are stored. */
    readonly baseCatalogue: Pick<Catalogue, 'plans'>
    readonly sells: boolean
    readonly fixedRetention: FixedRetention
    /** Records what owners of stored videos saw, or see now: the longer of the periods before and after a change. */
    onRetentionChanged(tx: Tx, change: RetentionChange): Promise<void>
  }

/** Implements `siteAdministrationContract`, `policyAdministrationContract` and `signInContract`. */
export function siteAdministrationProcedures(deps: SiteAdministrationDeps) {
  const { db, now } = deps
  const rpc = implementContract(siteAdministrationContract).use(operatorsOnly(deps, SITE_TABLES))
  return {
    ...policyAdministrationProcedures(deps),
    ...signInProcedures(deps),

    siteSettings: rpc.siteSettings.handler(async () => viewOf(deps, await readSettings(db), await listChoices(deps))),

    siteVersions: rpc.siteVersions.handler(async ({ input: { before } }) => {
      const { page, next } = pageOf(
        (await listVersions(db, { before, limit: PAGE_SIZE + 1 })).map((one) => ({ ...one, id: String(one.version) })),
      )
      return { versions: await withPictures(db, page), next: next === null ? null : Number(next) }
    }),

    saveSiteSettings: rpc.saveSiteSettings.handler(async ({ context, input: { settings, replaces, reason } }) => {
      // Engines may be on another machine: they are asked before the transaction, and only about a new language.
      await checkLanguage(deps, settings.captionLanguage)
      const version = replaces + 1
      await recordDecision(deps, {
        operator: context.caller,
        action: 'site.settings',
        subject: { kind: 'site', id: 'site' },
        reason,
        readFacts: async (tx) => {
          const current = await readSettings(tx)
          return { about: `version ${current.version}`, facts: settingFacts(current.settings) }
        },
        work: async (tx) => {
          const saved = { ...settings, ...(await picturesOf(tx, settings)) }
          const current = await readSettings(tx)
          checkTemplate(settings.captionTemplate, current.settings)
          const added =
            current.version === replaces &&
            (await addVersion(tx, { version, settings: saved, operator: context.caller.email, reason, at: now() }))
          if (!added) throw new AppError('conflict', 'Somebody else changed the site meanwhile. Load the page again.')
          const [before, after] = [current.settings.retention, settings.retention]
          if (!areRetentionPeriodsEqual(before, after)) await deps.onRetentionChanged(tx, { before, after, at: now() })
          await announceSettings(tx)
        },
      })
      await deps.refreshSite()
      return { version }
    }),
  }
}

async function listChoices({ listLanguages }: SiteAdministrationDeps): Promise<CurrentSettings['choices']> {
  return {
    languages: [...(await listLanguages())],
    templates: TEMPLATES.map(({ id, name, version }) => ({
      id,
      name,
      picture: templatePicturePath({ id, version }, 'still'),
    })),
  }
}

/**
 * Refuses a new language of captions that no engine knows; one that was set before stays, and is not used.
 * @throws AppError `unprocessable`
 */
async function checkLanguage(
  { db, listLanguages }: SiteAdministrationDeps,
  language: SiteSettings['captionLanguage'],
): Promise<void> {
  if (language === null || language === (await readSettings(db)).settings.captionLanguage) return
  if (!(await listLanguages()).includes(language))
    throw new AppError('unprocessable', `No speech engine of this site knows ${languageLabel(language)}.`)
}

/**
 * Refuses a new template of captions that this site does not have; one that was set before stays, and is not used.
 * @throws AppError `unprocessable`
 */
function checkTemplate(template: SiteSettings['captionTemplate'], current: SiteSettings): void {
  const isOffered = TEMPLATES.some(({ id }) => id === template)
  if (template !== null && template !== current.captionTemplate && !isOffered)
    throw new AppError('unprocessable', `This site has no template “${template}”.`)
}

/** The pictures of settings as they are stored. @throws AppError `conflict` if one is not */
async function picturesOf(tx: Tx, settings: SiteSettings): Promise<Pick<SiteSettings, 'logo' | 'logoOnDark' | 'icon'>> {
  const stored = await lockPictures(tx, idsOf(settings))
  const find = (named: SitePicture | null) => {
    if (named === null) return null
    const picture = stored.find(({ id }) => id === named.id)
    if (picture !== undefined) return picture
    throw new AppError('conflict', `The picture “${named.name}” is no longer stored. Choose it again.`)
  }
  const logo = find(settings.logo)
  return { logo, logoOnDark: logo && find(settings.logoOnDark), icon: find(settings.icon) }
}

async function withPictures(
  q: Queryable,
  versions: readonly Omit<SettingsVersion, 'hasPictures'>[],
): Promise<SettingsVersion[]> {
  const stored = await storedPictures(
    q,
    versions.flatMap(({ settings }) => idsOf(settings)),
  )
  return versions.map((version) => ({
    ...version,
    hasPictures: idsOf(version.settings).every((id) => stored.has(id)),
  }))
}

function idsOf({ logo, logoOnDark, icon }: SiteSettings): string[] {
  return [logo, logoOnDark, icon].flatMap((picture) => (picture === null ? [] : [picture.id]))
}

async function viewOf(
  deps: SiteAdministrationDeps,
  { version, settings }: StoredSettings,
  choices: CurrentSettings['choices'],
): Promise<CurrentSettings> {
  const { fixed, defaults } = deps
  const entries = FIXABLE.flatMap(({ field, variable }) => {
    const value = fixed[field]
    return value === undefined ? [] : [[field, { variable, value }] as const]
  })
  const retention = await retentionView(deps)
  return { version, settings, fixed: Object.fromEntries(entries), defaults, choices, retention }
}

async function retentionView(deps: SiteAdministrationDeps): Promise<CurrentSettings['retention']> {
  const { db, sells, baseCatalogue, fixedRetention } = deps
  const videos = await countVideosByPlan(db)
  const all = [...videos.values()].reduce((sum, count) => sum + count, 0)
  return retentionGroups(sells).map((group) => ({
    group,
    defaultDays: retentionDays(group, baseCatalogue.plans),
    variable: fixedRetention.groups.includes(group) ? fixedRetention.variable : null,
    videos: group === 'everybody' ? all : (videos.get(group) ?? 0),
  }))
}

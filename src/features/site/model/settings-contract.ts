import { oc } from '@orpc/contract'
import { z } from 'zod'
import { RetentionGroup } from '#features/billing/model/index.ts'
import { ActionReason } from '#features/operations/model/index.ts'
import { SiteSettings } from './settings.ts'

const Version = z.int().min(0)

/** The settings of the site as operators see them. */
export const CurrentSettings = z.object({
  /** 0 while nothing was set. */
  version: Version,
  settings: SiteSettings,
  /** The values of fields that the environment sets, which win. */
  fixed: z.record(z.string(), z.object({ variable: z.string(), value: z.string() })),
  /** What applies where nothing is set. */
  defaults: z.object({
    name: z.string(),
    support: z.string(),
    legal: z.string(),
    general: z.string(),
    /** Id of the built-in template. */
    captionTemplate: z.string(),
  }),
  choices: z.object({
    /** ISO 639 codes that speech engines of this site know. */
    languages: z.array(z.string()),
    /** In display order, with the address of a picture. */
    templates: z.array(z.object({ id: z.string(), name: z.string(), picture: z.string() })),
  }),
  /** How long files are stored where nothing is set, for each group that this site has. */
  retention: z.array(
    z.object({
      group: RetentionGroup,
      /** Null until they are deleted. */
      defaultDays: z.number().nullable(),
      /** The variable that sets it, which wins; null if none does. */
      variable: z.string().nullable(),
      /** Stored videos of its people. */
      videos: z.int().min(0),
    }),
  ),
})
export type CurrentSettings = z.output<typeof CurrentSettings>

/** One version of the settings. */
export const SettingsVersion = z.object({
  version: Version,
  settings: SiteSettings,
  /** False if the file of a picture was erased: the version is used again without it. */
  hasPictures: z.boolean(),
  operator: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
})
export type SettingsVersion = z.output<typeof SettingsVersion>

/** Part of `/api/rpc/operator/*`. */
export const siteAdministrationContract = {
  siteSettings: oc.output(CurrentSettings),
  /** Newest first. */
  siteVersions: oc
    .input(z.object({ before: z.int().min(1).optional() }))
    .output(z.object({ versions: z.array(SettingsVersion), next: z.int().nullable() })),
  /**
   * Saves a new version, which every page and mail uses from then on. @param replaces the version that the page showed.
   * @throws AppError `conflict` if somebody saved another one meanwhile, or if a picture is no longer stored;
   * `unprocessable` for another language or template of captions that this site does not have
   * @returns the new version
   */
  saveSiteSettings: oc
    .input(z.object({ settings: SiteSettings, replaces: Version, reason: ActionReason }))
    .output(z.object({ version: Version })),
}

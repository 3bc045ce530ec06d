import { z } from 'zod'
import { areRetentionPeriodsEqual, RetentionPeriods } from '#features/billing/model/index.ts'
import { VIEW_RETENTION_DAYS } from '#features/operations/model/index.ts'
import { SitePicture } from './site-picture.ts'

/** Characters that break a line, and so could begin a header of a mail. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}<>]*$/u

/** The name of a site: 1 to 40 characters on one line. */
const SiteName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(40, 'Use at most 40 characters for the name.')
  .regex(ONE_LINE, 'Use one line without < and >.')

const Color = z.string().regex(/^#[0-9a-f]{6}$/u, 'Enter a colour like #3366ff.')
const Address = z.email('Enter an e-mail address like name@example.com.').max(254, 'This address is too long.')
const Link = z.url({ protocol: /^https?$/u, error: 'Enter an address like https://example.com.' }).max(500)

/** A notice above every page. */
export const SiteBanner = z
  .object({
    text: z
      .string()
      .trim()
      .min(1, 'Enter the text of the banner, or remove it.')
      .max(300, 'Use at most 300 characters for the banner.'),
    /** Days in UTC, `2026-11-26`, the last one included; null for no limit. */
    from: z.iso.date('Choose a day.').nullable().default(null),
    until: z.iso.date('Choose a day.').nullable().default(null),
    isDismissible: z.boolean().default(true),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    message: 'The last day is before the first.',
  })
export type SiteBanner = z.output<typeof SiteBanner>

/** What operators set about their site; null for the default. Fields may be added, so that older versions stay readable. */
export const SiteSettings = z.object({
  name: SiteName.nullable().default(null),
  /** `#rrggbb` in lower case */
  accent: Color.nullable().default(null),
  /** In place of the built-in mark. */
  logo: SitePicture.nullable().default(null),
  /** In the dark theme; null for `logo`. */
  logoOnDark: SitePicture.nullable().default(null),
  /** For tabs and home screens; null for `logo`. */
  icon: SitePicture.nullable().default(null),
  /** Whether the name stands beside the logo. */
  showsName: z.boolean().default(true),
  support: Address.nullable().default(null),
  legal: Address.nullable().default(null),
  general: Address.nullable().default(null),
  microblog: Link.nullable().default(null),
  chat: Link.nullable().default(null),
  banner: SiteBanner.nullable().default(null),
  /** Language of new captions for people who chose none, as an ISO 639 code; null to detect it. */
  captionLanguage: z.string().min(1).max(20).nullable().default(null),
  /** Id of the template of new captions for people who chose none; null for the built-in one. */
  captionTemplate: z.string().min(1).max(100).nullable().default(null),
  /** How long new files are stored. */
  retention: RetentionPeriods.default({}),
  /** How many days the audit log keeps entries about reading personal data; null for a year. */
  readLogDays: z.int().min(VIEW_RETENTION_DAYS.min).max(VIEW_RETENTION_DAYS.max).nullable().default(null),
})
export type SiteSettings = z.output<typeof SiteSettings>

/** Whether two settings say the same; periods in any order. */
export function isSameSettings(
  { retention, ...settings }: SiteSettings,
  { retention: periods, ...others }: SiteSettings,
): boolean {
  return areRetentionPeriodsEqual(retention, periods) && JSON.stringify(settings) === JSON.stringify(others)
}

/** The fields that a variable of the environment can set, which then wins. */
export const FIXABLE = [
  { field: 'support', variable: 'CONTACT_SUPPORT' },
  { field: 'legal', variable: 'CONTACT_LEGAL' },
  { field: 'general', variable: 'CONTACT_GENERAL' },
  { field: 'microblog', variable: 'SOCIAL_MICROBLOG_URL' },
  { field: 'chat', variable: 'SOCIAL_CHAT_URL' },
] as const satisfies readonly { field: keyof SiteSettings; variable: string }[]

/** A field that {@link FIXABLE} lists. */
export type Fixable = (typeof FIXABLE)[number]['field']

/** The values that the environment sets. */
export type FixedSettings = Readonly<Partial<Record<Fixable, string>>>

/** The settings of a site on which nothing was set. */
export const NO_SETTINGS: SiteSettings = SiteSettings.parse({})

/** Whether a banner shows at this time. */
export function isShowing({ from, until }: Pick<SiteBanner, 'from' | 'until'>, now: Date): boolean {
  const day = now.toISOString().slice(0, 10)
  return (from === null || from <= day) && (until === null || day <= until)
}

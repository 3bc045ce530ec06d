import { z } from 'zod'
import { pluralize } from '#platform/shared/format/numbers.ts'

/** What an alert can be about. */
export const ALERT_KINDS = [
  'failed-jobs',
  'paused-expiry',
  'long-wait',
  'failed-mails',
  'stopped-addresses',
  'late-backup',
  'storage',
] as const
/** The kind of an alert. */
export type AlertKind = (typeof ALERT_KINDS)[number]

type Page = { readonly label: string; readonly path: string }

/** The page on which operators see the cause of a problem and solve it; without a kind, the overview. */
export function pageOfAlert(kind?: AlertKind): Page {
  return kind === undefined ? OVERVIEW : PAGES[kind]
}

const OVERVIEW: Page = { label: 'Open the overview', path: '/operator' }
const PAGES: Readonly<Record<AlertKind, Page>> = {
  'failed-jobs': { label: 'Open the failed jobs', path: '/operator/jobs?state=failed' },
  'paused-expiry': { label: 'Open the failed job', path: '/operator/jobs?state=failed&kind=storage.record-expiries' },
  'long-wait': { label: 'Open the waiting jobs', path: '/operator/jobs?state=queued' },
  'failed-mails': { label: 'Open the failed mails', path: '/operator/mail' },
  'stopped-addresses': { label: 'Open bounces and complaints', path: '/operator/mail' },
  'late-backup': OVERVIEW,
  storage: { label: 'Open users by storage', path: '/operator/users?order=storage' },
}

const limit = (most: number) => z.int().min(1).max(most).nullable().default(null)

/** When operators get an alert, and where it goes; null for never. */
export const AlertRules = z.object({
  /** The address that gets mails. */
  email: z.email('Enter an e-mail address like name@example.com.').max(254).nullable().default(null),
  /** The address that gets a POST with JSON. */
  webhook: z
    .url({ protocol: /^https?$/u, error: 'Enter an address like https://example.com.' })
    .max(500)
    .nullable()
    .default(null),
  /** Jobs that failed within the last hour. */
  failedJobs: limit(1_000_000),
  /** Minutes for which the longest queued job waits. */
  waitMinutes: limit(10_000),
  /** Mails that failed within the last hour. */
  failedMails: limit(1_000_000),
  /** Addresses with a bounce or complaint within the last day. */
  stoppedAddresses: limit(1_000_000),
  /** Hours since the last backup. */
  backupHours: limit(10_000),
  /** Gigabytes of stored uploads. */
  storageGigabytes: limit(10_000_000),
  /** Hours between two notices about the same problem. */
  quietHours: z.int().min(1).max(168).default(6),
})
export type AlertRules = z.output<typeof AlertRules>

/** The figures that alerts watch. */
export type AlertFigures = {
  readonly failedJobs: number
  /** Nothing expires because the later dates of a change of retention could not be recorded. */
  readonly failsToRecordExpiries: boolean
  readonly longestWaitMs: number
  readonly failedMails: number
  readonly stoppedAddresses: number
  /** Null without a backup. */
  readonly backupAgeMs: number | null
  readonly storedBytes: number
}

/** A problem, with the sentence that operators read. */
export type AlertFinding = { readonly kind: AlertKind; readonly detail: string }

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const GIGABYTE = 1e9

/** The problems among these figures. */
export function judgeFigures(figures: AlertFigures, rules: AlertRules): AlertFinding[] {
  const { failedJobs, failsToRecordExpiries, longestWaitMs, failedMails, stoppedAddresses, backupAgeMs, storedBytes } =
    figures
  const waitMinutes = Math.floor(longestWaitMs / MINUTE_MS)
  const backupHours = backupAgeMs === null ? null : Math.floor(backupAgeMs / HOUR_MS)
  const gigabytes = Math.floor(storedBytes / GIGABYTE)
  return [
    ...when(failedJobs, rules.failedJobs, 'failed-jobs', `${pluralize(failedJobs, 'job')} failed within an hour.`),
    // Without a limit: it never passes on its own.
    ...(failsToRecordExpiries ? [{ kind: 'paused-expiry', detail: PAUSED_EXPIRY } as const] : []),
    ...when(waitMinutes, rules.waitMinutes, 'long-wait', `A job has waited for ${pluralize(waitMinutes, 'minute')}.`),
    ...when(failedMails, rules.failedMails, 'failed-mails', `${pluralize(failedMails, 'mail')} failed within an hour.`),
    ...when(
      stoppedAddresses,
      rules.stoppedAddresses,
      'stopped-addresses',
      `Mails to ${pluralize(stoppedAddresses, 'address', 'addresses')} came back, or were complained about, within a day.`,
    ),
    ...when(
      backupHours ?? Number.POSITIVE_INFINITY,
      rules.backupHours,
      'late-backup',
      backupHours === null ? 'There is no backup.' : `The last backup is ${pluralize(backupHours, 'hour')} old.`,
    ),
    ...when(gigabytes, rules.storageGigabytes, 'storage', `Uploads take ${gigabytes} GB.`),
  ]
}

const PAUSED_EXPIRY = 'No video expires, because new dates of deletion could not be recorded.'

function when(is: number, limitOf: number | null, kind: AlertKind, detail: string): AlertFinding[] {
  return limitOf !== null && is >= limitOf ? [{ kind, detail }] : []
}

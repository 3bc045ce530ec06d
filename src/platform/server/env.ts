import { z } from 'zod'
import { BOUNCES_LOCAL_MAX } from './mail/bounce-addresses.ts'
import { speechSettings } from './env/speech.ts'
import { flag, mailAddress, webAddress } from './env/values.ts'
import { nearestName } from './env/nearest-name.ts'

/**
 * Every environment variable of a process: name, shape, default and purpose. The defaults start on a bare machine.
 * `scripts/` prints `.env.example` and the self-hosting page from these descriptions.
 */
export const EnvSchema = z.object({
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder for uploads, videos, models, the embedded database and secrets'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//u, 'must begin with postgres://')
    .optional()
    .describe('PostgreSQL 15 or newer; without it an embedded PostgreSQL runs inside DATA_DIR'),
  FILE_STORE: z
    .enum(['disk', 's3'])
    .default('disk')
    .describe('Where videos and exports are stored: disk (in DATA_DIR) or s3 (in S3_BUCKET); bin/storage moves them'),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/u, 'must be the name of a bucket')
    .optional()
    .describe('Bucket of an S3-compatible service; it must exist and should hold nothing else'),
  S3_ENDPOINT: webAddress.optional().describe('Address of that service; default Amazon S3 in S3_REGION'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Access key with permission to read, write, list and delete; default the role of the machine'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of that key'),
  S3_FORCE_PATH_STYLE: flag.describe(
    'true puts the bucket into the path of addresses; most services other than Amazon need it',
  ),
  S3_CACHE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .default(10_000)
    .describe(
      'Megabytes in DATA_DIR/cache for copies of files in the bucket, for ffmpeg; the oldest are removed first',
    ),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the web server listens on'),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4870)
    .describe('Port of the web server; 0 takes any free one'),
  PUBLIC_URL: webAddress
    .refine(
      (address) => !URL.canParse(address) || new URL(address).pathname === '/',
      'must have no path: every page is at the root of its host',
    )
    .refine(
      (address) => !URL.canParse(address) || !['0.0.0.0', '[::]'].includes(new URL(address).hostname),
      'must be an address that browsers open, not one that a server listens on',
    )
    .optional()
    .describe(
      'Public address, used in links and to check request origins; required if others can reach the site, default http://HOST:PORT',
    ),
  TRUST_PROXY: flag.describe('true if a proxy in front sets X-Forwarded-For and X-Forwarded-Proto'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Signs session cookies, at least 32 characters; generated once and stored in DATA_DIR by default'),
  SIGN_UPS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(30)
    .describe(
      'Sign-ups allowed from one address in ten minutes; raise it for a school or an office behind one address',
    ),
  DISPOSABLE_ADDRESSES: z
    .enum(['accept', 'refuse'])
    .default('accept')
    .describe('refuse lets nobody open an account with an address of a known throw-away provider'),
  DISPOSABLE_DOMAINS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Your own list of such providers, one domain a line, read at the start in place of the bundled one; with DISPOSABLE_ADDRESSES=refuse',
    ),
  MAINTENANCE: flag.describe('true answers every page and call with "We\'ll be right back" while you work on the site'),
  FFMPEG_PATH: z.string().min(1).default('ffmpeg').describe('ffmpeg program'),
  FFPROBE_PATH: z.string().min(1).default('ffprobe').describe('ffprobe program'),
  OTS_SANITIZE_PATH: z
    .string()
    .min(1)
    .default('ots-sanitize')
    .describe('Font sanitizer; without the program, people cannot add fonts of their own'),
  ALLOW_UNSANDBOXED_MEDIA: flag.describe(
    'true lets ffmpeg read uploads without the bubblewrap sandbox; only for trusted uploads',
  ),
  ...speechSettings,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/u, error: 'must be an address that begins with smtp:// or smtps://' })
    .optional()
    .describe('Mail server, smtp://user:password@host:port or smtps://; without it mails stay in the outbox'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>"@\p{Cc}]+ <[^<>"@\s]+@[^<>"@\s]+>|[^<>"@\s]+@[^<>"@\s]+)$/u, 'must be Name <name@host> or name@host')
    .optional()
    .describe('Sender of mails, as Name <name@host>; default no-reply@ the host of PUBLIC_URL'),
  MAIL_BOUNCES: mailAddress
    .refine((address) => !address.includes('+'), 'must have no +, which comes before the token of a mail')
    .refine(
      (address) => address.lastIndexOf('@') <= BOUNCES_LOCAL_MAX,
      `must have at most ${BOUNCES_LOCAL_MAX} characters before the @`,
    )
    .optional()
    .describe(
      'Address to which mail servers return failed mails, such as bounces@ your domain, with a token of each mail behind a +; MAIL_FROM by default, where nobody counts them',
    ),
  MAIL_REPORTS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token with which your mail server hands messages to MAIL_BOUNCES to PUBLIC_URL/api/mail-reports; required with MAIL_BOUNCES',
    ),
  DEV_OUTBOX: flag.describe('true shows the outbox to everybody at /dev/outbox; for development and tests only'),
  CONTACT_GENERAL: mailAddress.optional().describe('Contact address; default hello@ the host of PUBLIC_URL'),
  CONTACT_SUPPORT: mailAddress.optional().describe('Support address; default support@ the host of PUBLIC_URL'),
  CONTACT_LEGAL: mailAddress
    .optional()
    .describe('Address for legal and privacy matters; default legal@ the host of PUBLIC_URL'),
  SOCIAL_MICROBLOG_URL: webAddress
    .optional()
    .describe("The site's microblog, linked from every page; no link by default"),
  SOCIAL_CHAT_URL: webAddress
    .optional()
    .describe("The site's chat community, linked from every page; no link by default"),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(60)
    .default('your organisation')
    .describe('Name of your identity provider on its log-in button'),
  OIDC_ISSUER: webAddress
    .optional()
    .describe('Issuer of your OpenID Connect provider, exactly as in its ID tokens; set all OIDC settings together'),
  OIDC_AUTHORIZATION_URL: webAddress.optional().describe('Authorization endpoint, where users sign in'),
  OIDC_TOKEN_URL: webAddress.optional().describe('Token endpoint; we authenticate there with client_secret_basic'),
  OIDC_JWKS_URL: webAddress.optional().describe('Keys that verify its ID tokens'),
  OIDC_USERINFO_URL: webAddress
    .optional()
    .describe('User-info endpoint; needed only if ID tokens lack the e-mail address'),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Our client; its redirect address is PUBLIC_URL/api/auth/callback/oidc'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of that client'),
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('OAuth client for signing in with Google; redirect address PUBLIC_URL/api/auth/callback/google'),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of that client'),
  ORGANISATION_SIGN_IN: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off ignores the providers under Operator, Sign-in, for example while one of them is broken'),
  ORGANISATION_SIGN_IN_ALLOW_PRIVATE: flag.describe(
    'true allows such a provider on this machine or in a private network, also through http://; others must use https://',
  ),
  IOS_BUNDLE_ID: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/u)
    .optional()
    .describe('Bundle id of the iOS app, included in password-reset links'),
  IOS_APP_STORE_ID: z
    .string()
    .regex(/^\d+$/u)
    .optional()
    .describe('App Store id of the iOS app, included in the same links'),
  IOS_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/u)
    .optional()
    .describe('Apple team of the iOS app; with it /.well-known/apple-app-site-association is served'),
  ANDROID_PACKAGE: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.]*$/u)
    .optional()
    .describe('Package of the Android app, included in password-reset links'),
  ANDROID_CERT_SHA256: z
    .string()
    .optional()
    .transform((list = '') => list.split(/[,\s]+/u).filter((fingerprint) => fingerprint !== ''))
    .pipe(z.array(z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/iu, 'must be 32 bytes as AB:CD:…')))
    .describe(
      'Fingerprints of its signing certificates, separated by commas; with them /.well-known/assetlinks.json is served',
    ),
  BILLING: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off turns the site into one that sells nothing: no prices, plans, credits or affiliate programme'),
  LIMITS_JSON: z
    .string()
    .optional()
    .describe(
      'Limits of everybody with BILLING=off, as JSON with the keys of a plan, for example {"maxMinutes":60}; the defaults are those of the largest plan, without a storage quota',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_/u, 'must begin with sk_ or rk_')
    .optional()
    .describe('Takes payments through Stripe; without it the built-in test checkout is used, which moves no money'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Signing secret of the Stripe webhook to PUBLIC_URL/api/billing/webhooks; required with STRIPE_SECRET_KEY',
    ),
  STRIPE_TAX: flag.describe('true lets Stripe Tax calculate taxes and add them to prices'),
  STRIPE_API_BASE: webAddress.optional().describe('Address that replaces the API of Stripe, for tests'),
  ALLOW_TEST_PAYMENTS: flag.describe(
    'true allows the test checkout, where nobody pays, on a site that others can reach; for trials only',
  ),
  PLANS_JSON: z
    .string()
    .optional()
    .describe('Overrides of plans and packs as JSON, for example {"plans":{"pro":{"monthlyCents":1900}}}'),
  PLANS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File with the same JSON, read at the start; PLANS_JSON takes precedence'),
  AFFILIATE_WINDOW_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe("Days for which a visit through an affiliate's link counts until the visitor signs up"),
  AFFILIATE_ATTRIBUTION: z
    .enum(['first', 'last'])
    .default('first')
    .describe("Which affiliate's link counts if a visitor follows several: the first or the last"),
  AFFILIATE_CONSENT: z
    .enum(['ask', 'none'])
    .default('ask')
    .describe(
      "ask stores an affiliate's link in the browser only with the visitor's consent; none stores it without asking, where your law allows it",
    ),
  AFFILIATE_COMMISSION_MONTHS: z.coerce
    .number()
    .int()
    .min(1)
    .max(120)
    .optional()
    .describe('Months from the first purchase in which purchases earn a commission; no limit by default'),
  AFFILIATE_APPROVAL: z
    .enum(['automatic', 'operator'])
    .default('automatic')
    .describe('operator requires you to accept every application to the affiliate programme'),
  AFFILIATE_ISSUER: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Your name, address and tax number as the issuer of commission statements, separated by semicolons; the name and address of the site by default',
    ),
  AFFILIATE_TAX_NOTE: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe('The sentence about tax on commission statements, for example about reverse charge'),
  OPERATORS: z
    .string()
    .optional()
    .transform((list = '') => list.split(/[,\s]+/u).flatMap((email) => (email === '' ? [] : [email.toLowerCase()])))
    .pipe(z.array(z.email('must be e-mail addresses separated by commas')))
    .describe('E-mail addresses of the operators, separated by commas: their verified accounts can open /operator'),
  OPERATOR_SECOND_FACTOR: z
    .enum(['required', 'optional'])
    .optional()
    .describe(
      'required opens the pages of operators only with a second factor; by default for every site that others can reach',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token with which Prometheus reads /metrics; without it only this machine can, and only if nobody else can reach the site',
    ),
  BACKUP_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of daily backups, best on another disk; each upgrade is backed up there first. Without it, an upgrade saves only the database rows, in DATA_DIR/upgrade-backups',
    ),
  BACKUP_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .max(23)
    .default(3)
    .describe('Hour of the day, in UTC, of the daily backup'),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(14)
    .describe('Backups that stay in BACKUP_FOLDER; older ones are removed'),
  BACKUP_PASSPHRASE_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File whose first line encrypts automatic backups; without it they are not encrypted'),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Jobs a worker runs at once, plus one if all are exports; default half the processor cores, at least 2'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Minimum severity of log lines'),
})

/** The parsed settings of one process. */
export type Env = z.output<typeof EnvSchema>

/**
 * Reads the settings. An empty or blank value counts as absent, as in a `.env` file that is not filled in.
 * @throws Error listing every invalid and every misspelt variable at once
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  // Zod coerces a blank to 0, which means any free port and no cache.
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ''))
  const misspelt = misspeltSettings(Object.keys(filled))
  const parsed = EnvSchema.safeParse(filled)
  if (parsed.success && misspelt.length === 0) return parsed.data
  const faults = new Set(parsed.error?.issues.map((issue) => `  ${String(issue.path[0])}: ${describeIssue(issue)}`))
  const wrong = faults.size === 0 ? [] : ['These settings are wrong:', ...faults]
  throw new Error([...misspelt, ...wrong].join('\n'))
}

/** The environment also holds variables of the system and of other programs: only a name close to one of ours counts. */
function misspeltSettings(names: readonly string[]): string[] {
  const settings = Object.keys(EnvSchema.shape)
  return names.flatMap((name) => {
    const meant = settings.includes(name) ? undefined : nearestName(name, settings)
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`]
  })
}

/** Describes an issue for an operator, who knows the setting but not the schema. */
function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : 'must be a number'
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    default:
      return issue.message
  }
}

/** Returns the environment of this process with some variables replaced, for a child that inherits the rest. */
export function environmentWith(overrides: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(inherited), ...overrides }
}

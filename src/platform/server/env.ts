import { z } from 'zod'

const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((value) => value === 'true' || value === '1')

const webAddress = z.url({
  protocol: /^https?$/u,
  error: 'must be an address that begins with http:// or https://',
})
const mailAddress = z.email('must be an e-mail address')

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
    .describe('Where videos and exports are kept: disk, in DATA_DIR, or s3, in S3_BUCKET; bin/storage moves them'),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/u, 'must be the name of a bucket')
    .optional()
    .describe('Bucket of a service that speaks S3; it must exist and should hold nothing else'),
  S3_ENDPOINT: webAddress.optional().describe('Address of that service; without it the S3 of Amazon in S3_REGION'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket, as its service calls it'),
  S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Key with which we read, write, list and delete there; without it the role of the machine is taken'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of that key'),
  S3_FORCE_PATH_STYLE: flag.describe(
    'true puts the bucket into the path of addresses; most services other than Amazon want it',
  ),
  S3_CACHE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .default(10_000)
    .describe('Megabytes in DATA_DIR/cache for copies of what is in the bucket, for ffmpeg; the oldest go first'),
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
    .optional()
    .describe(
      'Address people type, used in links and to check request origins; needed where others reach the site, otherwise http://HOST:PORT',
    ),
  TRUST_PROXY: flag.describe('true when a proxy in front sets X-Forwarded-For and X-Forwarded-Proto'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Signs session cookies, at least 32 characters; generated once and kept in DATA_DIR when absent'),
  SIGN_UPS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(30)
    .describe('Accounts that may be made from one address in ten minutes; more for a school or an office behind one'),
  MAINTENANCE: flag.describe('true answers every page and call with "We\'ll be right back" while you work on the site'),
  FFMPEG_PATH: z.string().min(1).default('ffmpeg').describe('ffmpeg program'),
  FFPROBE_PATH: z.string().min(1).default('ffprobe').describe('ffprobe program'),
  ALLOW_UNSANDBOXED_MEDIA: flag.describe(
    'true lets ffmpeg read uploads without the bubblewrap sandbox; only for trusted uploads',
  ),
  ASR_MODELS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of speech models, read first and written when a model is downloaded; default DATA_DIR/models'),
  ASR_MODEL_MIRROR: webAddress
    .optional()
    .describe('Address that replaces the official one when speech models are downloaded'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/u, error: 'must be an address that begins with smtp:// or smtps://' })
    .optional()
    .describe('Mail server, smtp://user:password@host:port or smtps://; without it mails wait in the outbox'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>"@\p{Cc}]+ <[^<>"@\s]+@[^<>"@\s]+>|[^<>"@\s]+@[^<>"@\s]+)$/u, 'must be Name <name@host> or name@host')
    .optional()
    .describe('Sender of mails, as Name <name@host>; default no-reply@ the host of PUBLIC_URL'),
  DEV_OUTBOX: flag.describe('true shows the outbox to everybody at /dev/outbox; only for development and tests'),
  CONTACT_GENERAL: mailAddress.optional().describe('Where people write to; default hello@ the host of PUBLIC_URL'),
  CONTACT_SUPPORT: mailAddress
    .optional()
    .describe('Where people ask for help; default support@ the host of PUBLIC_URL'),
  CONTACT_LEGAL: mailAddress
    .optional()
    .describe('For legal matters and privacy; default legal@ the host of PUBLIC_URL'),
  SOCIAL_MICROBLOG_URL: webAddress
    .optional()
    .describe('Page of the site on a microblog, linked from every page; no link without it'),
  SOCIAL_CHAT_URL: webAddress
    .optional()
    .describe('Chat community of the site, linked from every page; no link without it'),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(60)
    .default('your organisation')
    .describe('What the button of your own identity provider calls it'),
  OIDC_ISSUER: webAddress
    .optional()
    .describe(
      'Issuer of your own OpenID Connect provider, word for word as in its ID tokens; the OIDC settings go together',
    ),
  OIDC_AUTHORIZATION_URL: webAddress
    .optional()
    .describe('Its authorization endpoint, where people are sent to sign in'),
  OIDC_TOKEN_URL: webAddress
    .optional()
    .describe('Its token endpoint; we name ourselves there with client_secret_basic'),
  OIDC_JWKS_URL: webAddress.optional().describe('Its keys, with which ID tokens are checked'),
  OIDC_USERINFO_URL: webAddress
    .optional()
    .describe('Its user-info endpoint; needed only where ID tokens do not hold the e-mail address'),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Our client there; its redirect address is PUBLIC_URL/api/auth/callback/oidc'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of that client'),
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('OAuth client at Google, for signing in with it; redirect address PUBLIC_URL/api/auth/callback/google'),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of that client'),
  IOS_BUNDLE_ID: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/u)
    .optional()
    .describe('Bundle id of the iOS app, carried by password-reset links'),
  IOS_APP_STORE_ID: z
    .string()
    .regex(/^\d+$/u)
    .optional()
    .describe('App Store id of the iOS app, carried by the same links'),
  IOS_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/u)
    .optional()
    .describe('Apple team of the iOS app; with it /.well-known/apple-app-site-association is served'),
  ANDROID_PACKAGE: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.]*$/u)
    .optional()
    .describe('Package of the Android app, carried by password-reset links'),
  ANDROID_CERT_SHA256: z
    .string()
    .optional()
    .transform((list = '') => list.split(/[,\s]+/u).filter((fingerprint) => fingerprint !== ''))
    .pipe(z.array(z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/iu, 'must be 32 bytes as AB:CD:…')))
    .describe(
      'Fingerprints of its signing certificates, with commas between; with them /.well-known/assetlinks.json is served',
    ),
  BILLING: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off gives everybody unlimited credits and shows no billing pages'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_/u, 'must begin with sk_ or rk_')
    .optional()
    .describe('Takes payments through Stripe; without it the built-in test checkout stands in, which moves no money'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Signing secret of the Stripe webhook to PUBLIC_URL/api/billing/webhooks; needed with STRIPE_SECRET_KEY'),
  STRIPE_TAX: flag.describe('true lets Stripe Tax reckon taxes and add them to prices'),
  STRIPE_API_BASE: webAddress.optional().describe('Address that replaces the API of Stripe, for tests'),
  ALLOW_TEST_PAYMENTS: flag.describe(
    'true allows the test checkout, where nobody pays, on a site that others can reach; only for trying out',
  ),
  PLANS_JSON: z
    .string()
    .optional()
    .describe('Changes to plans and packs as JSON, for example {"plans":{"pro":{"monthlyCents":1900}}}'),
  PLANS_FILE: z.string().min(1).optional().describe('File with the same; read at the start, PLANS_JSON goes first'),
  AFFILIATE_WINDOW_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe("Days for which a visit through a partner's link counts, until the visitor signs up"),
  AFFILIATE_ATTRIBUTION: z
    .enum(['first', 'last'])
    .default('first')
    .describe("Of two partners' links that somebody followed, which counts: the first or the last"),
  AFFILIATE_CONSENT: z
    .enum(['ask', 'none'])
    .default('ask')
    .describe(
      "ask lets a browser remember a partner's link only when its visitor agrees; none without asking, where your law allows it",
    ),
  AFFILIATE_COMMISSION_MONTHS: z.coerce
    .number()
    .int()
    .min(1)
    .max(120)
    .optional()
    .describe('Months from the first purchase in which purchases earn a commission; without it all of them do'),
  AFFILIATE_APPROVAL: z
    .enum(['automatic', 'operator'])
    .default('automatic')
    .describe('operator lets nobody become a partner before you have accepted their application'),
  OPERATORS: z
    .string()
    .optional()
    .transform((list = '') => list.split(/[,\s]+/u).flatMap((email) => (email === '' ? [] : [email.toLowerCase()])))
    .pipe(z.array(z.email('must be e-mail addresses with commas between')))
    .describe(
      'E-mail addresses of those who run the site, with commas between: verified accounts of theirs open /operator',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Lets a Prometheus read /metrics, with Authorization: Bearer and this; without it only this machine, and only where nobody else reaches the site',
    ),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Jobs a worker runs at once, and one more when all are exports; default half the processor cores, at least 2',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe log line that is written'),
})

/** The parsed settings of one process. */
export type Env = z.output<typeof EnvSchema>

/**
 * Reads the settings. An empty or blank value counts as absent, as in a `.env` file that is not filled in.
 * @throws Error listing every invalid variable at once
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  // Zod coerces a blank to 0, which means any free port and no cache.
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ''))
  const parsed = EnvSchema.safeParse(filled)
  if (parsed.success) return parsed.data
  const faults = new Set(parsed.error.issues.map((issue) => `  ${String(issue.path[0])}: ${told(issue)}`))
  throw new Error(`These settings are wrong:\n${[...faults].join('\n')}`)
}

/** Describes an issue for an operator, who knows the setting but not the schema. */
function told(issue: z.core.$ZodIssue): string {
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

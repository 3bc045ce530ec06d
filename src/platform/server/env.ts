import { z } from 'zod'

const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((value) => value === 'true' || value === '1')

/**
 * Everything a process reads from its environment, in one place: name, shape, default, purpose.
 * Every default starts on a bare machine; `scripts/` prints `.env.example` and the self-hosting
 * page from these descriptions.
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
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the web server listens on'),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4870)
    .describe('Port of the web server; 0 takes any free one'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Address people type, used in links and to check request origins; default http://HOST:PORT'),
  TRUST_PROXY: flag.describe('true when a proxy in front sets X-Forwarded-For and X-Forwarded-Proto'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Signs session cookies, at least 32 characters; generated once and kept in DATA_DIR when absent'),
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
  ASR_MODEL_MIRROR: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Address that replaces the official one when speech models are downloaded'),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Jobs a worker runs at once; default half the processor cores, at least 2'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe log line that is written'),
})

/** The settings of one process, parsed. */
export type Env = z.output<typeof EnvSchema>

/**
 * Reads the settings; an empty value counts as absent, as in a `.env` file with nothing filled in.
 * @throws Error listing every bad variable at once, so that a start fails once and not five times.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = EnvSchema.safeParse(filled)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`These settings are wrong:\n${faults.join('\n')}`)
}

/** This process's environment with some variables replaced, for a child that must inherit the rest. */
export function environmentWith(overrides: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(inherited), ...overrides }
}

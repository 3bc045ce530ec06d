/** A temporary lack of a server resource; a retry may succeed later. */
type Outage = {
  /** Shown to the user: what happened and what to do. */
  readonly sentence: string
  /** For the operator's log. */
  readonly fact: string
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfterSeconds?: number
}

/** A restart of PostgreSQL takes a few seconds. */
const RESTART_S = 5

const FULL: Outage = {
  sentence: "The server's disk is full. Try again in a few minutes.",
  fact: 'the disk is full; free some space or raise the quota',
}
const READ_ONLY: Outage = {
  sentence: "The server can't save anything right now. Try again in a few minutes.",
  fact: 'the disk or the database is read-only',
}
const OVERLOADED: Outage = {
  sentence: 'The server is overloaded right now. Try again in a few minutes.',
  fact: 'PostgreSQL has no memory or connections left',
}
const STARTING: Outage = {
  sentence: 'The server is starting. Try again in a moment.',
  fact: 'PostgreSQL is starting or stopping',
  retryAfterSeconds: RESTART_S,
}
const DISCONNECTED: Outage = {
  sentence: 'The server is restarting. Try again in a moment.',
  fact: 'the connection to PostgreSQL was lost',
  retryAfterSeconds: RESTART_S,
}
const REFUSED: Outage = {
  sentence: 'The server is restarting. Try again in a moment.',
  fact: 'PostgreSQL, or another service this process needs, takes no connections',
  retryAfterSeconds: RESTART_S,
}

/** This machine cannot decode videos with its current setup. */
export const UNREADY: Outage = {
  sentence: "This server can't read videos right now. Its operator needs to fix that.",
  fact: 'ffmpeg or its sandbox does not work',
}

const BACKING_UP: Outage = {
  sentence: 'A backup is being made. Try again in a few minutes.',
  fact: 'a backup runs, and no file is erased until it ends',
}

/** The message says what does not work. */
export class MediaUnready extends Error {
  override readonly name = 'MediaUnready'
  readonly code = 'MEDIA_UNREADY'
}

/** Keyed by PostgreSQL error code (appendix A of its manual) or system error code (errno(3)). */
const OUTAGES: ReadonlyMap<unknown, Outage> = new Map([
  ...['53100', 'ENOSPC', 'EDQUOT'].map((code) => [code, FULL] as const),
  ...['25006', 'EROFS'].map((code) => [code, READ_ONLY] as const),
  ...['53200', '53300', '53400'].map((code) => [code, OVERLOADED] as const),
  ['57P03', STARTING] as const,
  ...['57P01', '57P02', '08000', '08001', '08003', '08006'].map((code) => [code, DISCONNECTED] as const),
  ['MEDIA_UNREADY', UNREADY] as const,
  ['BACKUP_RUNNING', BACKING_UP] as const,
])

/** Driver messages for a connection that ends during a query; they have no code. */
const TERMINATED = new Set(['Connection terminated', 'Connection terminated unexpectedly'])

/** Finds the outage behind an error or any of its causes. */
export function outageOf(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined
  if (TERMINATED.has(error.message)) return DISCONNECTED
  return ('code' in error ? OUTAGES.get(error.code) : undefined) ?? outageOf(error.cause)
}

/** Like `outageOf`, but also for a refused connection, which a job retries only a limited number of times. */
export function requestOutageOf(error: unknown): Outage | undefined {
  return outageOf(error) ?? (isConnectionRefused(error) ? REFUSED : undefined)
}

function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'ECONNREFUSED') || isConnectionRefused(error.cause)
}

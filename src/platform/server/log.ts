import { type Logger, pino } from 'pino'

/** Structured log of one process: `log.info({ jobId }, 'job started')`. */
export type Log = Logger

/** Redacted at any depth: one leaked line is enough to take over an account. */
const SECRET_PATHS = ['password', 'token', 'cookie', 'authorization', 'secret'].flatMap((key) => [
  key,
  `*.${key}`,
  `*.*.${key}`,
])

/**
 * Opens the log of one process: one JSON line per entry on standard output, written synchronously so that a crash
 * loses no line.
 * @param o.part the kind of process, `web` or `worker`
 */
export function openLog({ part, level }: { part: string; level: string }): Log {
  return pino(
    {
      level,
      base: { part },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 1, sync: true }),
  )
}

/** A log that writes nothing, for tests. */
export function silentLog(): Log {
  return pino({ level: 'silent' })
}

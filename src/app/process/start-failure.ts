import type { Log } from '#platform/server/log.ts'

/** Logs why a part cannot start and ends it: one sentence for an operator's mistake, a stack for a defect. */
export function cannotStart(log: Log): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && error.constructor === Error) log.fatal(error.message)
    else log.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
}

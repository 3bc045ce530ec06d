import type { Log } from '#platform/server/log.ts'

/** What a part does when it cannot begin: an operator's mistake is one sentence, a defect comes with its stack. */
export function cannotStart(log: Log): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && error.constructor === Error) log.fatal(error.message)
    else log.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
}

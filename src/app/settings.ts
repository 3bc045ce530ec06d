import { readEnv } from '#platform/server/env.ts'
import { checkSettings } from './process/check-settings.ts'
import { partsToRun } from './process/part-names.ts'
import { printLine } from './process/terminal.ts'

/** Before `bin/start` builds the pages: refuses wrong settings, which the start would refuse only after the build. */
try {
  await checkSettings(readEnv(), partsToRun(process.argv[2]))
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

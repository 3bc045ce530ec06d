import { parseArgs } from 'node:util'
import { openSpeech } from '#features/transcription/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readEnv } from '#platform/server/env.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { modelsDirectoryOf } from './services/open-platform.ts'
import { printLine, progressPrinter } from './process/terminal.ts'

/** `bin/models`: lists, downloads and removes speech models. The product uses an installed model from its next run. */
const USAGE = `Usage: bin/models                  shows the speech models and which are installed
       bin/models install <model>  downloads one; Ctrl-C keeps what is there for the next try
       bin/models remove <model>`

const env = readEnv()
const directory = modelsDirectoryOf(env)
const { models } = openSpeech({ modelsDirectory: directory, mirror: env.ASR_MODEL_MIRROR, now: systemClock })
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort(new AppError('unavailable', 'Stopped; what was downloaded is kept.')))

const [command = 'list', model = ''] = parseArgs({ allowPositionals: true }).positionals
try {
  await run()
} catch (error) {
  if (!(error instanceof AppError)) throw error
  printLine(error.message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  switch (command) {
    case 'list':
      return list()
    case 'install':
      printLine(
        `${model} is in ${await models.ensure(model, { signal: stopping.signal, onProgress: progressPrinter() })}`,
      )
      return
    case 'remove':
      await models.remove(model)
      printLine(`${model} is removed.`)
      return
    default:
      throw new AppError('not_found', USAGE)
  }
}

async function list(): Promise<void> {
  printLine(`Speech models in ${directory}:`)
  for (const { id, label, bytes, installed, problem } of await models.status()) {
    printLine(
      `  ${id.padEnd(15)} ${label.padEnd(24)} ${formatBytes(bytes).padStart(8)}   ${problem ?? (installed ? 'installed' : '-')}`,
    )
  }
}

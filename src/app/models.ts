import { parseArgs } from 'node:util'
import { type ModelStatus, openSpeech } from '#features/transcription/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { type Env, readEnv } from '#platform/server/env.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { modelsDirectoryOf } from './services/open-platform.ts'
import { printLine, progressPrinter } from './process/terminal.ts'

/**
 * `bin/models`, which documents and checks its arguments: lists, downloads and removes speech models. The product uses
 * an installed model from its next run.
 */
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort(new AppError('unavailable', 'Stopped; what was downloaded is kept.')))

try {
  await run(readEnv())
} catch (error) {
  // An operator's mistake takes one sentence; a defect keeps its stack.
  if (!(error instanceof Error) || !(error instanceof AppError || error.constructor === Error)) throw error
  printLine(error.message)
  process.exitCode = 1
}

async function run(env: Env): Promise<void> {
  const directory = modelsDirectoryOf(env)
  const { models } = openSpeech({
    modelsDirectory: directory,
    mirror: env.ASR_MODEL_MIRROR,
    modelsFile: env.SPEECH_MODELS_FILE,
    now: systemClock,
  })
  const [command = 'list', model = ''] = parseArgs({ allowPositionals: true }).positionals
  switch (command) {
    case 'list':
      return list(directory, await models.status())
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
      throw new AppError('not_found', 'bin/models has no such command; see bin/models --help.')
  }
}

function list(directory: string, models: readonly ModelStatus[]): void {
  printLine(`Speech models in ${directory}:`)
  const [idWidth, labelWidth] = [widest(models.map(({ id }) => id)), widest(models.map(({ label }) => label))]
  for (const { id, label, bytes, installed, problem } of models) {
    const state = problem ?? (installed ? 'installed' : '-')
    printLine(`  ${id.padEnd(idWidth)}  ${label.padEnd(labelWidth)}  ${formatBytes(bytes).padStart(8)}   ${state}`)
  }
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length))
}

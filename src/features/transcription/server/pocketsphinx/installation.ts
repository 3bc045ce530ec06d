import { access, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '#platform/server/process.ts'
import type { EngineStatus } from '../ports.ts'

/** Where Debian's pocketsphinx packages put the program and the English model. */
export type Pocketsphinx = {
  readonly program: string
  /** Directory of the acoustic model. */
  readonly acoustic: string
  readonly languageModel: string
  readonly dictionary: string
  /** Options this version knows of those that only some versions have. */
  readonly options: readonly string[]
  /** A fresh private folder for one run; whoever asks removes it. */
  temporary(): Promise<string>
}

const PROGRAM = 'pocketsphinx_batch'
const MODEL_DIRECTORY = '/usr/share/pocketsphinx/model/en-us'
const PROBE_MS = 5_000

/** What this machine has; looked up once, since packages do not change under a running worker. */
export function pocketsphinxInstallation({
  program = PROGRAM,
  modelDirectory = MODEL_DIRECTORY,
  temporary = () => mkdtemp(join(tmpdir(), 'speech-')),
}: { program?: string; modelDirectory?: string; temporary?: (() => Promise<string>) | undefined } = {}) {
  let known: Promise<Pocketsphinx | string> | undefined
  return {
    /** @throws Error saying what to install */
    async get(): Promise<Pocketsphinx> {
      known ??= look({ program, directory: modelDirectory, temporary })
      const found = await known
      if (typeof found !== 'string') return found
      // It may be installed in the meantime.
      known = undefined
      throw new Error(found)
    },
    async status(languages: readonly string[]): Promise<EngineStatus> {
      try {
        const { options } = await this.get()
        return { ok: true, version: options.includes('-loglevel') ? '5' : '5prealpha', languages }
      } catch (error) {
        return { ok: false, reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

/** @returns what was found, or a sentence saying what is missing */
async function look({
  program,
  directory,
  temporary,
}: Pick<Pocketsphinx, 'program' | 'temporary'> & { directory: string }): Promise<Pocketsphinx | string> {
  const files = {
    acoustic: join(directory, 'en-us'),
    languageModel: join(directory, 'en-us.lm.bin'),
    dictionary: join(directory, 'cmudict-en-us.dict'),
  }
  try {
    await Promise.all(Object.values(files).map((path) => access(path)))
  } catch {
    return 'The English model is not installed (Debian package pocketsphinx-en-us).'
  }
  const options = await knownOptions(program)
  if (options === undefined) return 'pocketsphinx was ended before it had told its options.'
  if (options.length === 0) return 'pocketsphinx is not installed (Debian package pocketsphinx).'
  return { program, ...files, options, temporary }
}

/**
 * Started without arguments, every version prints what it understands.
 * @returns undefined when it did not come to its end, as on a machine that is too busy: there may be more options
 */
async function knownOptions(program: string): Promise<string[] | undefined> {
  const options: string[] = []
  const onLine = (line: string): void => {
    const [, name] = /^(-[a-z_]+)\s/u.exec(line) ?? []
    if (name !== undefined) options.push(name)
  }
  try {
    const { code } = await startProcess({
      command: program,
      args: [],
      onStdoutLine: onLine,
      onStderrLine: onLine,
      limits: { wallMs: PROBE_MS },
    }).done
    return code === null ? undefined : options
  } catch {
    return []
  }
}

import { access, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '#platform/server/process.ts'
import type { EngineStatus } from '../ports.ts'
import { type KnownWords, readKnownWords } from './known-words.ts'

/** Paths of the program and the English model in Debian's pocketsphinx packages. */
export type Pocketsphinx = {
  readonly program: string
  /** Directory of the acoustic model. */
  readonly acoustic: string
  readonly languageModel: string
  readonly dictionary: string
  /** The version-dependent options that this version supports. */
  readonly options: readonly string[]
  /** The words that it can recognise, read once. Rejects for a language model in another format. */
  knownWords(): Promise<KnownWords>
  /** Creates a private folder for one run; the caller removes it. */
  temporary(): Promise<string>
}

const PROGRAM = 'pocketsphinx_batch'
const MODEL_DIRECTORY = '/usr/share/pocketsphinx/model/en-us'
const PROBE_MS = 5_000

/** The installation on this machine; found once, since packages do not change under a running worker. */
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
      // Look again next time: it may be installed by then.
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

/** @returns the installation, or a sentence saying what is missing */
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
  let words: Promise<KnownWords> | undefined
  const knownWords = () =>
    (words ??= readKnownWords(files).catch((error: unknown) => {
      words = undefined
      throw error
    }))
  return { program, ...files, options, knownWords, temporary }
}

/**
 * Reads the supported options, which every version prints when run without arguments.
 * @returns undefined when the program did not finish, as on a busy machine: the list may be incomplete
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

import { readFileSync, rmSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startProcess } from '#platform/server/process.ts'
import { EngineFailure, type Piece } from '../ports.ts'
import { withWav } from '../wav.ts'
import type { Pocketsphinx } from './installation.ts'
import { type Arc, readLattice } from './lattice.ts'

/** One row of an utterance's word table; milliseconds of media time. */
export type TableRow = {
  readonly word: string
  readonly startMs: number
  readonly endMs: number
  readonly posterior: number
  /** Mean acoustic score of a frame, 0 at best; only comparable between runs with the same `-compallsen`. */
  readonly score: number
}
/** A stretch of sound and, for alignment, the grammar of its words. */
export type Utterance = { readonly piece: Piece; readonly grammar?: string }

/**
 * @param others silence, noise and unknown sounds, which the recogniser also reports as words
 * @param arcs every word that was considered, if the run asks for lattices
 */
type OnTable = (index: number, rows: readonly TableRow[], others: readonly TableRow[], arcs: readonly Arc[]) => void

/** The recogniser counts in frames of 10 ms. */
const FRAME_MS = 10
const CONTROL = { sound: 'sound', list: 'utterances', grammars: 'grammars', lattices: 'lattices' } as const
/** Least probability of a word in a lattice: a stretch of 12 s has up to 2,600 of them, in 150 kB. */
const LEAST_PROBABILITY = '1e-3'

/**
 * Runs the batch program once over stretches of one WAV file. Loads the model once and emits each word table as soon
 * as its stretch is done.
 * @param run.args options of this kind of run, including model and dictionary
 * @param run.memoryMb limit of its address space
 * @param run.lattices whether to read every word that was considered; default no
 * @throws EngineFailure when the program fails; the signal's reason when it was aborted
 */
export async function runBatch(
  sphinx: Pocketsphinx,
  run: {
    wavPath: string
    utterances: readonly Utterance[]
    args: readonly string[]
    memoryMb: number
    lattices?: boolean
    signal: AbortSignal
  },
  onTable: OnTable,
): Promise<void> {
  if (run.utterances.length === 0) return
  const directory = await sphinx.temporary()
  try {
    const lattices = run.lattices === true ? join(directory, CONTROL.lattices) : null
    if (lattices !== null) await mkdir(lattices)
    const args = [...run.args, ...(await controlFiles(directory, run, sphinx)), ...latticeOptions(lattices)]
    const reader = tableReader(run.utterances, lattices, onTable)
    const seconds = run.utterances.reduce((sum, { piece }) => sum + (piece.endMs - piece.startMs) / 1_000, 0)
    const child = startProcess({
      command: sphinx.program,
      args,
      signal: run.signal,
      // Far above the slowest speech measured (twice real time): stops only a runaway process.
      limits: { memoryMb: run.memoryMb, cpuSeconds: 60 + 8 * seconds, wallMs: 1_000 * (300 + 40 * seconds) },
      onStderrLine: reader.line,
    })
    const end = await child.done
    run.signal.throwIfAborted()
    if (end.code !== 0)
      throw new EngineFailure(`pocketsphinx ended with ${end.code ?? end.signal}: ${end.stderrTail.slice(-600)}`)
    if (reader.finished() < run.utterances.length) {
      throw new EngineFailure(`pocketsphinx finished ${reader.finished()} of ${run.utterances.length} stretches`)
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Writes the control files. The link avoids special characters in the path of the sound. */
async function controlFiles(
  directory: string,
  { wavPath, utterances }: { wavPath: string; utterances: readonly Utterance[] },
  sphinx: Pocketsphinx,
): Promise<string[]> {
  const path = (name: string) => join(directory, name)
  await symlink(resolve(wavPath), path(`${CONTROL.sound}.wav`))
  const lines = utterances.map(
    ({ piece }, at) =>
      `${CONTROL.sound} ${Math.round(piece.startMs / FRAME_MS)} ${Math.round(piece.endMs / FRAME_MS)} ${at}`,
  )
  await writeFile(path(CONTROL.list), `${lines.join('\n')}\n`)
  const grammars = utterances.flatMap(({ grammar }) => (grammar === undefined ? [] : [grammar]))
  for (const [at, grammar] of grammars.entries()) await writeFile(path(`${at}.fsg`), grammar)
  if (grammars.length > 0)
    await writeFile(path(CONTROL.grammars), `${grammars.map((_, at) => `${at}.fsg`).join('\n')}\n`)
  const header = await withWav(wavPath, async ({ dataOffset }) => dataOffset)
  return [
    '-hmm',
    sphinx.acoustic,
    '-adcin',
    'yes',
    '-adchdr',
    String(header),
    '-cepdir',
    directory,
    '-cepext',
    '.wav',
    '-ctl',
    path(CONTROL.list),
    '-backtrace',
    'yes',
    ...(grammars.length > 0 ? ['-fsgctl', path(CONTROL.grammars), '-fsgdir', directory, '-fsgext', ''] : []),
    // Its voice detection shifts all times after a dropped part, by a second within a minute.
    ...(sphinx.options.includes('-remove_silence') ? ['-remove_silence', 'no'] : []),
    // Version 5 and later write the tables only on request.
    ...(sphinx.options.includes('-loglevel') ? ['-loglevel', 'INFO'] : []),
  ]
}

function latticeOptions(lattices: string | null): string[] {
  if (lattices === null) return []
  return ['-outlatdir', lattices, '-outlatfmt', 'htk', '-outlatbeam', LEAST_PROBABILITY]
}

const BEGIN = /Decoding '(\d+)'/u
const END = / (\d+): [\d.]+ seconds speech,/u
const HEADER = /\bword\s+start\s+end\s+pprob\b/u
const ROW = /^(?:INFO: )?(?:[^\s.]+\.c\S*: )?(\S+)\s+(\d+)\s+(\d+)\s+(\d+\.\d+|-?nan)\s+(-?\d+)\s/u

/** Parses the program's log as it is written. */
function tableReader(utterances: readonly Utterance[], lattices: string | null, onTable: OnTable) {
  let rows: TableRow[] = []
  let offsetMs = 0
  let finished = 0
  return {
    finished: () => finished,
    line(line: string): void {
      const begun = BEGIN.exec(line)
      if (begun !== null) {
        rows = []
        const frames = Math.round((utterances[Number(begun[1])]?.piece.startMs ?? 0) / FRAME_MS)
        offsetMs = frames * FRAME_MS
        return
      }
      if (HEADER.test(line)) rows = []
      const [, word, start, end, posterior, score] = ROW.exec(line) ?? []
      if (word !== undefined) rows.push(tableRow({ word, start, end, posterior, score }, offsetMs))
      const done = END.exec(line)
      if (done === null) return
      finished += 1
      const isWord = ({ word }: TableRow): boolean => isSpoken(word)
      onTable(
        Number(done[1]),
        rows.filter(isWord),
        rows.filter((row) => !isWord(row)),
        lattices === null ? [] : consumeLattice(join(lattices, `${done[1]}.lat`), offsetMs),
      )
      rows = []
    },
  }
}

/** Reads and deletes a lattice. It is written before the line that ends its stretch; absent where nothing was found. */
function consumeLattice(path: string, offsetMs: number): Arc[] {
  try {
    return readLattice(readFileSync(path, 'latin1'), offsetMs)
  } catch {
    return []
  } finally {
    rmSync(path, { force: true })
  }
}

type Columns = Record<'word', string> & Partial<Record<'start' | 'end' | 'posterior' | 'score', string | undefined>>

function tableRow({ word, start, end, posterior, score }: Columns, offsetMs: number): TableRow {
  const probability = Number(posterior)
  return {
    word: word.replace(/\(\d+\)$/u, ''),
    startMs: offsetMs + Number(start) * FRAME_MS,
    endMs: offsetMs + (Number(end) + 1) * FRAME_MS,
    posterior: Number.isFinite(probability) ? Math.min(Math.max(probability, 0), 1) : 0,
    score: Number(score) / (Number(end) - Number(start) + 1),
  }
}

/** Silence, noise, breath, cough and unknown sounds have names in brackets or between signs. */
function isSpoken(word: string): boolean {
  return !/^[<[+(]/u.test(word)
}

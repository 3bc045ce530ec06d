import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { startProcess } from '#platform/server/process.ts'
import { runTool } from './clips.ts'

/** A word and its true time, in milliseconds. */
export type KnownWord = { readonly text: string; readonly startMs: number; readonly endMs: number }

const SOUND = ['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-map_metadata', '-1', '-fflags', '+bitexact']

/** Makes speech for one test file, in a folder that is removed afterwards. Call it once, at the top level. */
export async function speechMaker() {
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-speech-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, `${name}.wav`)
  return {
    folder,
    /** Speaks English with ffmpeg's synthesiser. @returns the path of the sound */
    async say(name: string, text: string, o: { voice?: 'slt' | 'rms' | 'kal'; filter?: string } = {}): Promise<string> {
      await writeFile(join(folder, `${name}.txt`), text)
      const voice = `flite=textfile=${join(folder, `${name}.txt`)}:voice=${o.voice ?? 'slt'}`
      await runTool('ffmpeg', [
        '-v',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-i',
        [voice, o.filter].filter(Boolean).join(','),
        ...SOUND,
        path(name),
      ])
      return path(name)
    },
    /** Speaks another language, without known word times. */
    async speakLanguage(language: string, name: string, text: string): Promise<string> {
      const raw = join(folder, `${name}-raw.wav`)
      await run('espeak-ng', ['-v', language, '-s', '150', '-w', raw, text])
      await runTool('ffmpeg', ['-v', 'error', '-y', '-i', raw, ...SOUND, path(name)])
      return path(name)
    },
    /**
     * Speaks English with Festival, which reports the time of each word. Takes all texts at once: starting it costs as
     * much as speaking.
     */
    async speakWithTimes(texts: readonly string[]): Promise<{ path: string; words: KnownWord[] }[]> {
      const spoken = texts.map((text, at) => ({
        text,
        path: path(`told-${at}`),
        told: join(folder, `told-${at}.words`),
      }))
      const script = join(folder, 'told.scm')
      await writeFile(script, ['(voice_cmu_us_slt_arctic_hts)', ...spoken.map(utterance)].join('\n'))
      await run('festival', ['-b', script])
      return Promise.all(
        spoken.map(async ({ path: sound, told }) => ({ path: sound, words: parseWords(await readFile(told, 'utf8')) })),
      )
    },
    /** Concatenates sounds, each followed by silence. */
    async join(name: string, sounds: readonly string[], o: { pauseMs: number }): Promise<string> {
      const inputs = sounds.flatMap((sound) => ['-i', sound])
      const padded = sounds.map((_, at) => `[${at}]apad=pad_dur=${o.pauseMs / 1_000}[p${at}]`).join(';')
      const graph = `${padded};${sounds.map((_, at) => `[p${at}]`).join('')}concat=n=${sounds.length}:v=0:a=1`
      await runTool('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', graph, ...SOUND, path(name)])
      return path(name)
    },
    /** A sound as a filter of ffmpeg alters it. @returns its path */
    async alter(sound: string, filter: string): Promise<string> {
      const altered = sound.replace(/\.wav$/u, '-altered.wav')
      await runTool('ffmpeg', ['-v', 'error', '-y', '-i', sound, '-af', filter, ...SOUND, altered])
      return altered
    },
    /** Any sound that ffmpeg can make, as its source filter. */
    async make(name: string, source: string): Promise<string> {
      await runTool('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...SOUND, path(name)])
      return path(name)
    },
  }
}

/** Recorded speech beside the project, with its words; empty if there is none, and the tests are skipped. */
export async function recordings(): Promise<{ name: string; path: string; words: string[] }[]> {
  const folder = process.env['SPEECH_RECORDINGS'] ?? resolve('..', 'shared', 'media', 'speech')
  if (!existsSync(join(folder, 'transcripts.json'))) return []
  const said = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(join(folder, 'transcripts.json'), 'utf8')))
  return Object.entries(said).map(([name, text]) => ({
    name,
    path: join(folder, `${name}.wav`),
    words: text.split(' '),
  }))
}

/** Normalises a word for comparison: lower case, without punctuation. */
export function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '')
}

/** The word-level edit distance between two transcripts. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at)
  for (const [at, word] of said.entries()) {
    const next = [at + 1]
    for (const [place, other] of heard.entries()) {
      const changed = (row[place] ?? 0) + (word === other ? 0 : 1)
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The value below which a share of the values lies; `share` from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function utterance({ text, path, told }: { text: string; path: string; told: string }): string {
  const quoted = JSON.stringify(text)
  return `
(let ((utt (utt.synth (eval (list 'Utterance 'Text ${quoted})))) (out (fopen "${told}" "w")))
  (mapcar
    (lambda (w) (format out "%s %f %f\\n" (item.name w) (item.feat w "word_start") (item.feat w "word_end")))
    (utt.relation.items utt 'Word))
  (fclose out)
  (utt.wave.resample utt 16000)
  (utt.save.wave utt "${path}" 'riff))
`
}

function parseWords(text: string): KnownWord[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [word = '', start, end] = line.split(' ')
      return { text: word, startMs: Math.round(Number(start) * 1_000), endMs: Math.round(Number(end) * 1_000) }
    })
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const { code, stderrTail } = await startProcess({ command, args }).done
  if (code !== 0) throw new Error(`${command} failed: ${stderrTail}`)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runTool } from '../../tests/support/clips.ts'

/** Recorded speech, sentence by sentence. */
export type Recording = { readonly name: string; readonly path: string; readonly sentences: readonly string[] }
/** Recordings in a row: one sound with the sentences said in it. */
export type Joined = { readonly name: string; readonly path: string; readonly parts: readonly Part[] }
/** A recording and its place in the joined sound. */
export type Part = Recording & { readonly startMs: number }

/** Where sentences of long recordings end, as the first words of the next one; their transcripts have no punctuation. */
const SENTENCE_STARTS: Readonly<Record<string, readonly string[]>> = {
  az2: ['from the custom speech portal', 'this tool allows you to quickly'],
  jfk: ['ask not what', 'ask what you'],
}

/** The recordings of a folder with `transcripts.json`. */
export async function readRecordings(folder: string): Promise<Recording[]> {
  const text = await readFile(join(folder, 'transcripts.json'), 'utf8')
  const said = z.record(z.string(), z.string()).parse(JSON.parse(text))
  return Object.entries(said).map(([name, words]) => ({
    name,
    path: join(folder, `${name}.wav`),
    sentences: sentencesOf(words, SENTENCE_STARTS[name] ?? []),
  }))
}

function sentencesOf(words: string, starts: readonly string[]): string[] {
  const cuts = [0, ...starts.map((start) => words.indexOf(start)), words.length]
  return cuts.slice(1).map((end, at) => `${words.slice(cuts[at], end).trim()}.`)
}

/** Joins recordings with pauses into one 16 kHz sound. @param o.filter of ffmpeg, for the joined sound `[s]`; default: none */
export async function joinRecordings(
  recordings: readonly Recording[],
  o: { name: string; folder: string; pauseMs: number; filter?: string },
): Promise<Joined> {
  const path = join(o.folder, `${o.name}.wav`)
  const padded = recordings.map((_, at) => `[${at}]aresample=16000,apad=pad_dur=${o.pauseMs / 1_000}[p${at}]`)
  const row = `${recordings.map((_, at) => `[p${at}]`).join('')}concat=n=${recordings.length}:v=0:a=1`
  const graph = [...padded, o.filter === undefined ? row : `${row}[s];${o.filter}`].join(';')
  const inputs = recordings.flatMap((recording) => ['-i', recording.path])
  const sound = ['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-map_metadata', '-1', '-fflags', '+bitexact']
  await runTool('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', graph, ...sound, path])
  let startMs = 0
  const parts: Part[] = []
  for (const recording of recordings) {
    parts.push({ ...recording, startMs })
    startMs += (await lengthMs(recording.path)) + o.pauseMs
  }
  return { name: o.name, path, parts }
}

async function lengthMs(path: string): Promise<number> {
  const seconds = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  return Number(await runTool('ffprobe', seconds)) * 1_000
}

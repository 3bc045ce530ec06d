import { setTimeout as delay } from 'node:timers/promises'
import { hostOf } from '#platform/server/http/network-address.ts'
import { AUTO_LANGUAGE, WHISPER_LANGUAGES } from '../../model/language.ts'
import {
  type Aligner,
  EngineFailure,
  type Piece,
  type RecognisedPiece,
  type SpeechEngine,
  type WorkIo,
} from '../ports.ts'
import { wordsWithoutTimes } from '../engines/untimed-words.ts'
import { withWav } from '../wav.ts'
import { formWith, postSound, ServiceFailure } from './post-sound.ts'
import type { SpeechService } from './settings.ts'
import { readTranscript, type Transcript } from './transcript.ts'

/** The windows of Whisper are this long. */
const MAX_PIECE_MS = 30_000
/** Whisper reads the last 224 tokens of a prompt. */
const MOST_PROMPT = 600
const FIRST_WAIT_MS = 1_000
/** Longest wait between two attempts; a service that asks for more is left alone. */
const LONGEST_WAIT_MS = 30_000
/** Time for which a service that does not work is left alone, by every run of this process. */
const REST_MS = 60_000

type Deps = {
  readonly aligner: Aligner
  now(): Date
  /** Waits between attempts. @throws the signal's reason when aborted. Default: real time */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

/** An engine on another machine, behind the API of OpenAI (`POST /v1/audio/transcriptions`). */
export function serviceEngine(service: SpeechService, deps: Deps): SpeechEngine {
  const host = hostOf(service.url)
  const label = `${service.model} at ${host}`
  let restsUntil = 0
  const attempt = async (job: PieceJob): Promise<RecognisedPiece> => {
    try {
      return await recognisePiece(service, job, deps)
    } catch (error) {
      job.io.signal.throwIfAborted()
      if (error instanceof ServiceFailure && error.isGeneral) restsUntil = deps.now().getTime() + REST_MS
      const reason = error instanceof Error ? error.message : String(error)
      throw new EngineFailure(`${label} failed: ${reason}`, { cause: error })
    }
  }
  return {
    id: 'speech-service',
    label,
    quality: 'best',
    languages: WHISPER_LANGUAGES,
    detectsLanguage: true,
    maxPieceMs: MAX_PIECE_MS,
    attribution: null,
    bareWords: false,
    roughEdges: true,
    elsewhere: { host, maxSoundMs: service.maxSoundMs },

    // Without a request: the page asks before every run.
    probe: async () => ({ ok: true, version: service.model, languages: WHISPER_LANGUAGES }),

    async *transcribe({ wavPath, pieces, language, names = [] }, io) {
      if (deps.now().getTime() < restsUntil) throw new EngineFailure(`${label} failed a moment ago`)
      for (const piece of pieces) yield await attempt({ wavPath, piece, language, names, io })
    },
  }
}

type PieceJob = {
  readonly wavPath: string
  readonly piece: Piece
  readonly language: string
  readonly names: readonly string[]
  readonly io: WorkIo
}

async function recognisePiece(service: SpeechService, job: PieceJob, deps: Deps): Promise<RecognisedPiece> {
  const transcript = await requestTranscript(service, job, deps)
  const { language, units } = transcript
  const words = transcript.words ?? (await wordsWithoutTimes(units, { ...job, language, aligner: deps.aligner }))
  return { piece: job.piece, words, language }
}

async function requestTranscript(service: SpeechService, job: PieceJob, deps: Deps): Promise<Transcript> {
  const { signal } = job.io
  const { wait = realWait } = deps
  const form = await formOf(service, job)
  for (let retry = 0; ; retry += 1) {
    try {
      const transcript = readTranscript(await postSound(service, form, signal), job.piece, job.language)
      if (transcript === null) throw new ServiceFailure('its answer is no transcript', {})
      return transcript
    } catch (error) {
      const waitMs = error instanceof ServiceFailure && error.isTransient ? waitOf(error, retry) : undefined
      if (waitMs === undefined || waitMs > LONGEST_WAIT_MS || retry >= service.retries) throw error
      await wait(waitMs, signal)
    }
  }
}

function waitOf({ retryAfterMs }: ServiceFailure, retry: number): number {
  return retryAfterMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retry)
}

async function realWait(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal })
}

async function formOf({ model }: SpeechService, { wavPath, piece, language, names }: PieceJob): Promise<FormData> {
  const samples = await withWav(wavPath, (wav) => wav.samples(piece.startMs, piece.endMs))
  const form = formWith(samples, model)
  if (language !== AUTO_LANGUAGE) form.set('language', language)
  const prompt = promptOf(names)
  if (prompt !== '') form.set('prompt', prompt)
  return form
}

/** The names to expect, as many as the model reads. */
function promptOf(names: readonly string[]): string {
  const kept: string[] = []
  let length = 0
  for (const name of new Set(names)) {
    length += name.length + 2
    if (length > MOST_PROMPT) break
    kept.push(name)
  }
  return kept.join(', ')
}

import { totalmem } from 'node:os'
import { joinTokens } from '../../model/join-tokens.ts'
import { AUTO_LANGUAGE, baseLanguage, UNKNOWN_LANGUAGE } from '../../model/language.ts'
import type { CatalogueModel } from '../models/catalogue.ts'
import {
  type Aligner,
  EngineFailure,
  type RecognisedPiece,
  type ModelStore,
  type Piece,
  type SpeechEngine,
  type WorkIo,
} from '../ports.ts'
import { wordsWithoutTimes } from '../engines/untimed-words.ts'
import { modelFiles } from './model-files.ts'
import { RecogniserDied, type RecogniserProcess, recogniserProcess } from './recogniser-process.ts'
import { trimTails } from './trim-tails.ts'

/** An engine for one model, with a process to close. */
export type SherpaEngine = SpeechEngine & { close(): Promise<void> }

/** Time before a broken model is tried again; a restart of the worker clears it. */
const BROKEN_FOR_MS = 10 * 60_000
const MOST_THREADS = 8

type Deps = {
  readonly store: ModelStore
  readonly aligner: Aligner
  now(): Date
  /** Creates its process; default: a real one. */
  readonly open?: typeof recogniserProcess
}

/** A neural engine: one model of the catalogue, run by sherpa-onnx in a separate process. */
export function sherpaEngine(model: CatalogueModel, deps: Deps): SherpaEngine {
  const { id, label, quality, languages, detectsLanguage, maxPieceMs, attribution } = model
  const { open = recogniserProcess } = deps
  let child: RecogniserProcess | undefined
  let broken: { reason: string; until: number } | undefined

  return {
    id,
    label,
    quality,
    languages,
    detectsLanguage,
    maxPieceMs,
    attribution,
    bareWords: false,
    roughEdges: true,

    async probe() {
      if (broken !== undefined && deps.now().getTime() < broken.until) return { ok: false, reason: broken.reason }
      if (totalmem() < model.memoryMb * 1_048_576)
        return { ok: false, reason: `${label} needs ${model.memoryMb} MB of memory.` }
      const status = (await deps.store.status()).find((each) => each.id === id)
      if (status?.installed === true) return { ok: true, version: model.revision, languages }
      return { ok: false, reason: status?.problem ?? `${label} is not installed.` }
    },

    async *transcribe({ wavPath, pieces, language }, io) {
      const directory = await deps.store.directoryOf(id)
      if (directory === undefined) throw new EngineFailure(`${label} is not installed`)
      const memoryMb = Math.min(model.memoryMb, io.memoryLimitMb)
      child ??= open({ files: modelFiles(model, directory), threads: Math.min(MOST_THREADS, io.threads), memoryMb })
      for (const piece of pieces) yield await attempt(child, { wavPath, piece, language, io })
    },

    async close() {
      await child?.close()
      child = undefined
    },
  }

  async function attempt(recogniser: RecogniserProcess, job: PieceJob): Promise<RecognisedPiece> {
    try {
      return await recognisePiece(recogniser, job, { model, aligner: deps.aligner })
    } catch (error) {
      job.io.signal.throwIfAborted()
      if (error instanceof RecogniserDied) {
        broken = {
          reason: `${label} does not work here; its files may be damaged.`,
          until: deps.now().getTime() + BROKEN_FOR_MS,
        }
      }
      throw new EngineFailure(`${label} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
}

type PieceJob = { readonly wavPath: string; readonly piece: Piece; readonly language: string; readonly io: WorkIo }

async function recognisePiece(
  recogniser: RecogniserProcess,
  job: PieceJob,
  { model, aligner }: { model: CatalogueModel; aligner: Aligner },
): Promise<RecognisedPiece> {
  const asked = model.kind === 'whisper' && job.language !== AUTO_LANGUAGE ? job.language : ''
  const request = { wavPath: job.wavPath, ...job.piece, language: asked }
  const recognised = await recogniser.recognise(request, job.io.signal).catch((error: unknown) => {
    // A crash may be transient: retry the piece once in a fresh process.
    if (error instanceof RecogniserDied && !error.whileLoading) return recogniser.recognise(request, job.io.signal)
    throw error
  })
  const language = recognised.language === '' ? knownLanguage(job.language) : baseLanguage(recognised.language)
  const timed = joinTokens(recognised, job.piece)
  const words =
    timed === undefined
      ? await wordsWithoutTimes([{ text: recognised.text, window: job.piece }], { ...job, language, aligner })
      : await trimTails(timed, job.wavPath)
  return { piece: job.piece, words, language }
}

function knownLanguage(asked: string): string {
  return asked === AUTO_LANGUAGE ? UNKNOWN_LANGUAGE : asked
}

import { totalmem } from 'node:os'
import { joinTokens } from '../../model/join-tokens.ts'
import { AUTO_LANGUAGE, baseLanguage, UNKNOWN_LANGUAGE } from '../../model/language.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { CatalogueModel } from '../models/catalogue.ts'
import { type Aligner, EngineFailure, type HeardPiece, type ModelStore, type Piece, type SpeechEngine, type WorkIo } from '../ports.ts'
import { modelFiles } from './model-files.ts'
import { type Heard, RecogniserDied, type RecogniserProcess, recogniserProcess } from './recogniser-process.ts'
import { trimTails } from './trim-tails.ts'
import { wordsWithoutTimes } from './untimed-words.ts'

/** An engine of one model, with a process that can be ended. */
export type SherpaEngine = SpeechEngine & { close(): Promise<void> }

/** A model that broke is not tried again for so long, unless the worker is started anew. */
const BROKEN_FOR_MS = 10 * 60_000
const MOST_THREADS = 8

/** A neural engine: one model of the catalogue, run by sherpa-onnx in a process of its own. */
export function sherpaEngine(
  model: CatalogueModel,
  deps: { store: ModelStore; aligner: Aligner; now(): Date; /** Starts its process; default: a real one. */ open?: typeof recogniserProcess },
): SherpaEngine {
  const { open = recogniserProcess } = deps
  let child: RecogniserProcess | undefined
  let broken: { reason: string; until: number } | undefined

  return {
    id: model.id,
    label: model.label,
    quality: model.quality,
    languages: model.languages,
    detectsLanguage: model.detectsLanguage,
    maxPieceMs: model.maxPieceMs,
    bareWords: false,
    roughEdges: true,
    attribution: model.attribution,

    async probe() {
      if (broken !== undefined && deps.now().getTime() < broken.until) return { ok: false, reason: broken.reason }
      if (totalmem() < model.memoryMb * 1_048_576) {
        return { ok: false, reason: `${model.label} needs ${model.memoryMb} MB of memory.` }
      }
      const installed = (await deps.store.status()).find(({ id }) => id === model.id)
      if (installed?.installed === true) return { ok: true, version: model.revision, languages: model.languages }
      return { ok: false, reason: installed?.problem ?? `${model.label} is not installed.` }
    },

    async *transcribe({ wavPath, pieces, language }, io) {
      const directory = await deps.store.directoryOf(model.id)
      if (directory === undefined) throw new EngineFailure(`${model.label} is not installed`)
      const memoryMb = Math.min(model.memoryMb, io.memoryLimitMb)
      child ??= open({ files: modelFiles(model, directory), threads: Math.min(MOST_THREADS, io.threads), memoryMb })
      for (const piece of pieces) yield await hear(child, { wavPath, piece, language, io })
    },

    async close() {
      await child?.close()
      child = undefined
    },
  }

  async function hear(recogniser: RecogniserProcess, job: { wavPath: string; piece: Piece; language: string; io: WorkIo }): Promise<HeardPiece> {
    const asked = model.kind === 'whisper' && job.language !== AUTO_LANGUAGE ? job.language : ''
    const request = { wavPath: job.wavPath, ...job.piece, language: asked }
    try {
      const heard = await recogniser.recognise(request, job.io.signal).catch((error: unknown) => {
        // A crash in the middle may be chance; the same piece gets one more try in a fresh process.
        if (error instanceof RecogniserDied && !error.whileLoading) return recogniser.recognise(request, job.io.signal)
        throw error
      })
      const language = heard.language === '' ? knownLanguage(job.language) : baseLanguage(heard.language)
      return { piece: job.piece, words: await toWords(heard, { ...job, language }), language }
    } catch (error) {
      job.io.signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof RecogniserDied) {
        broken = { reason: `${model.label} does not work here; its files may be damaged.`, until: deps.now().getTime() + BROKEN_FOR_MS }
      }
      throw new EngineFailure(`${model.label} failed: ${reason}`, { cause: error })
    }
  }

  async function toWords(heard: Heard, o: { wavPath: string; piece: Piece; language: string; io: WorkIo }): Promise<SpokenWord[]> {
    const words = joinTokens(heard, o.piece)
    if (words !== undefined) return trimTails(words, o.wavPath)
    return wordsWithoutTimes(heard.text, { ...o, aligner: deps.aligner })
  }
}

function knownLanguage(asked: string): string {
  return asked === AUTO_LANGUAGE ? UNKNOWN_LANGUAGE : asked
}

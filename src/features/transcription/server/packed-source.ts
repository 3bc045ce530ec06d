import { type InputBody, readInput } from '#platform/server/http/input-body.ts'
import { packText } from '#platform/server/packed-text.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
import { StartTranscription, type TranscriptionSource } from '../model/contract.ts'
import type { OwnWords } from '../model/own-words.ts'

/** The creator's own words; a long text stays compressed and is only read in worker threads. */
export type PackedOwnWords = {
  readonly kind: OwnWords['kind']
  readonly text: Uint8Array
  /** Captions keep the times of their file; a script has none. */
  readonly keepsTimes: boolean
}

/** The source of the words of a run. */
export type PackedSource = { readonly kind: 'speech' } | PackedOwnWords

/** A requested run. */
export type PackedStart = Omit<StartTranscription, 'source'> & { readonly source: PackedSource }

/** Parses a request with a long text. @public worker threads look it up by name */
export const readStartTask: ThreadTask<InputBody, PackedStart> = {
  module: new URL(import.meta.url),
  name: 'readStartTask',
  run: (body) => packStart(readInput(StartTranscription, body)),
}

/** Packs the text of a request short enough to parse on the event loop. */
export function packStart({ source, ...asked }: StartTranscription): PackedStart {
  return { ...asked, source: packSource(source) }
}

function packSource(source: TranscriptionSource): PackedSource {
  if (source.kind === 'speech') return source
  const keepsTimes = source.kind === 'subtitles' && source.times === 'keep'
  return { kind: source.kind, text: packText(source.text), keepsTimes }
}

/** Whether a run needs the sound of its video: to listen, or to align words with it. Only that costs credits. */
export function needsSound(source: PackedSource): boolean {
  return source.kind === 'speech' || !source.keepsTimes
}

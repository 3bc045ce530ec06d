import { type InputBody, readInput } from '#platform/server/input-body.ts'
import { packText } from '#platform/server/packed-text.ts'
import type { ThreadTask } from '#platform/server/thread-pool.ts'
import { StartTranscription, type TranscriptionSource } from '../model/contract.ts'
import type { OwnWords } from '../model/own-words.ts'

/** The creator's own words; the text of megabytes is compressed and only read in threads. */
export type PackedOwnWords = { readonly kind: OwnWords['kind']; readonly text: Uint8Array }

/** How the words of a run are found. */
export type PackedSource = { readonly kind: 'speech' } | PackedOwnWords

/** A run that is asked for. */
export type PackedStart = Omit<StartTranscription, 'source'> & { readonly source: PackedSource }

/** Reads and checks a request with a long text. @public threads find it by its name */
export const readStartTask: ThreadTask<InputBody, PackedStart> = {
  module: new URL(import.meta.url),
  name: 'readStartTask',
  run: (body) => packStart(readInput(StartTranscription, body)),
}

/** Packs the text of a request that was short enough to be read on the event loop. */
export function packStart({ source, ...asked }: StartTranscription): PackedStart {
  return { ...asked, source: packSource(source) }
}

function packSource(source: TranscriptionSource): PackedSource {
  return source.kind === 'speech' ? source : { kind: source.kind, text: packText(source.text) }
}

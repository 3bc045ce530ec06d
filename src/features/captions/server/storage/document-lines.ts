import { waitForTurn } from '#platform/server/threads/event-loop-turn.ts'
import { textOf } from '#platform/server/threads/shared-bytes.ts'
import { upcastDocument } from '../../model/document/upcast.ts'
import { cuesOf, withCues } from '../../model/document.ts'
import type { CaptionDocument, Word } from '../../model/index.ts'

/** Words or cues of one line, which take about a millisecond to parse. */
const ITEMS_PER_LINE = 500
/** Bytes of lines that are parsed in one turn of the event loop. */
const BYTES_PER_TURN = 200_000

type Part = { readonly words: readonly Word[] } | { readonly track: number; readonly cues: readonly AnyCue[] }
/** A cue of the main track or of a translation. */
type AnyCue = CaptionDocument['tracks'][number]['cues'][number]

/**
 * Writes a document as lines of JSON, so that it can be parsed in pieces: the document without words and cues, then
 * those. A short document is one line.
 */
export function writeLines(doc: CaptionDocument): string {
  const isShort = doc.words.length <= ITEMS_PER_LINE && doc.tracks.every(({ cues }) => cues.length <= ITEMS_PER_LINE)
  if (isShort) return JSON.stringify(doc)
  const tracks = doc.tracks.map((track) => ({ ...track, cues: [] }))
  return [{ ...doc, words: [], tracks }, ...partsOf(doc)].map((line) => JSON.stringify(line)).join('\n')
}

/**
 * Reads what `writeLines` of this release wrote, or the one line of an earlier one. It was checked then: checking it
 * again takes longer than all the rest.
 * @throws AppError `unprocessable` for a version that only a later release knows
 */
export function readLines(bytes: Uint8Array): CaptionDocument {
  const reader = new LineReader()
  for (const line of textOf(bytes).split('\n')) reader.add(line)
  return reader.document
}

/**
 * Reads the first words of what `writeLines` wrote and the captions that have all their words among them, as a document of
 * their own. A short document is read whole; so is one with more tracks, whose captions stand on later lines.
 */
export function readFirstLines({ buffer, byteOffset, byteLength }: Uint8Array): CaptionDocument {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const reader = new LineReader()
  const { doc, words, cues } = firstLinesOf(bytes)
  for (const line of [doc, words, cues]) if (line !== undefined) reader.add(line)
  const { document } = reader
  if (document.tracks.length > 1) return readLines(bytes)
  const known = new Set(document.words.map(({ id }) => id))
  const first = cuesOf(document)
  const end = first.findIndex(({ to }) => !known.has(to))
  return end < 0 ? document : withCues(document, first.slice(0, end))
}

/** The document without words and cues, and the first line of each; only the first for a document of one line. */
function firstLinesOf(bytes: Buffer): { doc: string; words?: string; cues?: string } {
  const [doc = '', words] = linesFrom(bytes, 0).take(2)
  if (words === undefined) return { doc }
  // The captions follow all lines of words.
  const at = bytes.indexOf(FIRST_CUES)
  const [cues] = at < 0 ? [] : linesFrom(bytes, at + 1).take(1)
  return { doc, words, ...(cues !== undefined && { cues }) }
}

function* linesFrom(bytes: Buffer, start: number): Generator<string, undefined> {
  for (let from = start, to = 0; from < bytes.byteLength; from = to + 1) {
    const end = bytes.indexOf(NEW_LINE, from)
    to = end < 0 ? bytes.byteLength : end
    yield bytes.toString('utf8', from, to)
  }
}

/** Reads the same, in as many turns of the event loop as its length needs. */
export async function readLinesInTurns({ buffer, byteOffset, byteLength }: Uint8Array): Promise<CaptionDocument> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const reader = new LineReader()
  let read = 0
  for (let from = 0, to = 0; from < byteLength; from = to + 1) {
    const end = bytes.indexOf('\n', from)
    to = end < 0 ? byteLength : end
    if (read > 0 && read + to - from > BYTES_PER_TURN) {
      await waitForTurn()
      read = 0
    }
    read += to - from
    reader.add(bytes.toString('utf8', from, to))
  }
  // The caller works on it next.
  if (byteLength > BYTES_PER_TURN) await waitForTurn()
  return reader.document
}

/** Whether the document can only be parsed in one piece that takes long. */
export function isOneLongLine(bytes: Uint8Array): boolean {
  return bytes.byteLength > 2 * BYTES_PER_TURN && !bytes.includes(NEW_LINE)
}

const NEW_LINE = '\n'.charCodeAt(0)
/** How the first line with captions begins; no text holds a line break. */
const FIRST_CUES = '\n{"track":0,'

class LineReader {
  #whole: unknown
  readonly #words: Word[] = []
  readonly #cues = new Map<number, readonly AnyCue[]>()

  add(line: string): void {
    const json: unknown = JSON.parse(line)
    if (this.#whole === undefined) this.#whole = json
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `writeLines`, from a checked document
    else this.#addPart(json as Part)
  }

  get document(): CaptionDocument {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only checked documents are saved
    return upcastDocument(this.#joined) as CaptionDocument
  }

  /** The parts in their places, in the version that they were written in. */
  get #joined(): unknown {
    if (this.#words.length === 0 && this.#cues.size === 0) return this.#whole
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `writeLines`; older ones are one line
    const { tracks, ...doc } = this.#whole as CaptionDocument
    return { ...doc, words: this.#words, tracks: tracks.map((track, at) => ({ ...track, cues: this.#cuesOf(at) })) }
  }

  #addPart(part: Part): void {
    if ('words' in part) this.#words.push(...part.words)
    else this.#cues.set(part.track, [...this.#cuesOf(part.track), ...part.cues])
  }

  #cuesOf(track: number): readonly AnyCue[] {
    return this.#cues.get(track) ?? []
  }
}

function* partsOf({ words, tracks }: CaptionDocument): Generator<Part> {
  for (let at = 0; at < words.length; at += ITEMS_PER_LINE) yield { words: words.slice(at, at + ITEMS_PER_LINE) }
  for (const [track, { cues }] of tracks.entries())
    for (let at = 0; at < cues.length; at += ITEMS_PER_LINE) yield { track, cues: cues.slice(at, at + ITEMS_PER_LINE) }
}

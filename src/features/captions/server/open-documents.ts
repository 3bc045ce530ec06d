import type { Db, Queryable } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/thread-pool.ts'
import { type CaptionDocument, cuesOf, replayEffects } from '../model/index.ts'
import { lettersOf } from '../model/document-size.ts'
import { isShortPiece, unpackEffects } from './batch-changes.ts'
import { effectsBetween } from './batch-rows.ts'
import { type DocumentHead, findStored, headOf, readDocument } from './document-rows.ts'
import { parseInThread } from './parse-task.ts'

/** Captions in memory, and which of a project's they are. */
export type OpenDocument = { readonly doc: CaptionDocument; readonly state: string }

/** Most estimated bytes of all documents together, and of those that one account opened. */
export type OpenDocumentLimits = { readonly bytes: number; readonly bytesOfAccount: number }

type Entry = OpenDocument & { readonly account: string; readonly bytes: number }

const LIMITS: OpenDocumentLimits = { bytes: 160_000_000, bytesOfAccount: 40_000_000 }
/** Most revisions that are caught up with one by one; beyond, the document is read again. */
const MOST_MISSED = 100
/** What a word, a caption and a style take as objects, with their places in the index. */
const BYTES = { word: 400, cue: 350, style: 2_000, letter: 2 }

/**
 * The captions that people edit through this process, parsed: an edit changes them in memory instead of reading and
 * writing the whole document. The database decides: a document counts as current only while its state is that of the
 * row, so any number of processes may edit one project, and a process that dies takes nothing with it.
 */
export class OpenDocuments {
  readonly #limits: OpenDocumentLimits
  readonly #threadPool: Pick<ThreadPool, 'run'> | undefined
  /** The longest unused first. */
  readonly #entries = new Map<string, Entry>()
  readonly #reading = new Map<string, Promise<OpenDocument | undefined>>()

  /** @param o.threadPool parses what would hold up the event loop; without it, this thread does */
  constructor({
    threadPool,
    limits = LIMITS,
  }: { threadPool?: Pick<ThreadPool, 'run'>; limits?: OpenDocumentLimits } = {}) {
    this.#threadPool = threadPool
    this.#limits = limits
  }

  /** The documents in memory. */
  get size(): number {
    return this.#entries.size
  }

  /** The captions as last saved; undefined while a project has none. Access is for the caller to check. */
  async latest(db: Db, projectId: string, account: string): Promise<OpenDocument | undefined> {
    const head = await headOf(db, projectId)
    if (head === undefined) return undefined
    const known = await this.at(db, projectId, head)
    if (known !== undefined) return known
    const reading = this.#reading.get(projectId)
    if (reading === undefined) return this.#read(db, projectId, account)
    // A read that began before this question may be older than it.
    const open = await reading
    return (open && (await this.at(db, projectId, head, open))) ?? this.#read(db, projectId, account)
  }

  /**
   * The captions at this head, from memory and the batches since; undefined where that is not enough. The caller holds
   * the lock, or takes what may be older in a moment.
   * @param read a document that was just read and may have left the memory since
   */
  async at(
    q: Queryable,
    projectId: string,
    head: DocumentHead,
    read?: OpenDocument,
  ): Promise<OpenDocument | undefined> {
    const entry = this.#entries.get(projectId)
    const known = entry?.state === head.state ? entry : (read ?? entry)
    const open = known?.state === head.state ? known : known && (await catchUp(q, projectId, known, head))
    if (open !== undefined && entry !== undefined) this.put(projectId, entry.account, open)
    return open
  }

  /** Puts captions into memory once they are saved for good. Older ones than those there change nothing. */
  put(projectId: string, account: string, { doc, state }: OpenDocument): void {
    const before = this.#entries.get(projectId)
    if (before !== undefined && before.doc.id === doc.id && before.doc.rev > doc.rev) return
    this.#entries.delete(projectId)
    this.#entries.set(projectId, { doc, state, account, bytes: bytesOf(doc) })
    this.#shrink(account)
  }

  /** Reads the document once for all who wait for it. What is in memory has turned out to be of no use. */
  #read(db: Db, projectId: string, account: string): Promise<OpenDocument | undefined> {
    this.#entries.delete(projectId)
    const reading = this.#readWhole(db, projectId, account)
      .then((open) => {
        if (open !== undefined) this.put(projectId, account, open)
        return open
      })
      .finally(() => this.#reading.delete(projectId))
    this.#reading.set(projectId, reading)
    return reading
  }

  async #readWhole(q: Queryable, projectId: string, account: string): Promise<OpenDocument | undefined> {
    const stored = await findStored(q, projectId)
    const parseAside = this.#threadPool && parseInThread(this.#threadPool, account)
    return stored && { doc: await readDocument(stored, parseAside), state: stored.state }
  }

  /** Drops what was unused longest: of the account while it has too much, then of everybody. */
  #shrink(account: string): void {
    const { bytes, bytesOfAccount } = this.#limits
    let own = 0
    let all = 0
    for (const entry of this.#entries.values()) {
      all += entry.bytes
      if (entry.account === account) own += entry.bytes
    }
    for (const [projectId, entry] of this.#entries) {
      const isTooMuch = all > bytes || (own > bytesOfAccount && entry.account === account)
      if (!isTooMuch) continue
      this.#entries.delete(projectId)
      all -= entry.bytes
      if (entry.account === account) own -= entry.bytes
    }
  }
}

/**
 * Repeats what was saved since; undefined where too much was, where one batch would hold up the event loop, or where it
 * does not follow on what is known.
 */
async function catchUp(
  q: Queryable,
  projectId: string,
  { doc, state }: OpenDocument,
  head: DocumentHead,
): Promise<OpenDocument | undefined> {
  const missed = head.revision - doc.rev
  if (missed <= 0 || missed > MOST_MISSED) return undefined
  // The batch that made what is known comes first: it shows that this is the same history.
  const [own, ...since] = await effectsBetween(q, projectId, { from: doc.rev, to: head.revision })
  if (own?.batchId !== state || since.length !== missed || since.at(-1)?.batchId !== head.state) return undefined
  const effects = since.flatMap((batch) => (batch.effects === null ? [] : [batch.effects]))
  if (effects.length < missed || !effects.every(isShortPiece)) return undefined
  const next = replayEffects(doc, effects.flatMap(unpackEffects))
  return { doc: { ...next, rev: head.revision }, state: head.state }
}

/** About what a document takes in memory. */
function bytesOf(doc: CaptionDocument): number {
  return (
    doc.words.length * BYTES.word +
    lettersOf(doc.words) * BYTES.letter +
    cuesOf(doc).length * BYTES.cue +
    Object.keys(doc.styles).length * BYTES.style
  )
}

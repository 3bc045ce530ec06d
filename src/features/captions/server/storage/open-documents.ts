import type { Db, Queryable } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { type CaptionDocument, cuesOf, replayEffects } from '../../model/index.ts'
import { lettersOf } from '../../model/document-size.ts'
import { isShortPiece, unpackEffects } from './batch-changes.ts'
import { effectsBetween } from './batch-rows.ts'
import { type DocumentHead, findStored, headOf, readDocument, readStart } from './document-rows.ts'
import { parseInThread } from './parse-task.ts'

/** Captions in memory, and their state. */
export type OpenDocument = { readonly doc: CaptionDocument; readonly state: string }

/** Maximum estimated bytes of all documents, and of those that one account opened. */
export type OpenDocumentLimits = { readonly bytes: number; readonly bytesOfAccount: number }

type Entry = OpenDocument & { readonly account: string; readonly bytes: number }

const LIMITS: OpenDocumentLimits = { bytes: 160_000_000, bytesOfAccount: 40_000_000 }
/** Maximum revisions to replay; beyond it the document is read again. */
const MOST_MISSED = 100
/** Estimated bytes of a word, a cue and a style with their index entries, and of a letter. */
const BYTES = { word: 400, cue: 350, style: 2_000, letter: 2 }

/**
 * Cache of the parsed captions that people edit through this process, so that an edit does not read and write the whole
 * document. The database is authoritative: a cached document is current only while its state equals that of the row, so
 * many processes can edit one project, and a crash loses nothing.
 */
export class OpenDocuments {
  readonly #limits: OpenDocumentLimits
  readonly #threadPool: Pick<ThreadPool, 'run'> | undefined
  /** In order of last use, oldest first. */
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

  /** Number of documents in memory. */
  get size(): number {
    return this.#entries.size
  }

  /** The saved captions; undefined for a project without captions. The caller checks access. */
  async latest(db: Db, projectId: string, account: string): Promise<OpenDocument | undefined> {
    const head = await headOf(db, projectId)
    if (head === undefined) return undefined
    const known = await this.at(db, projectId, head)
    if (known !== undefined) return known
    const reading = this.#reading.get(projectId)
    if (reading === undefined) return this.#read(db, projectId, account)
    // A read that was already running may be older than this call.
    const open = await reading
    return (open && (await this.at(db, projectId, head, open))) ?? this.#read(db, projectId, account)
  }

  /**
   * The captions as last saved, or their first ones where the rest would take longer to read; undefined for a project
   * without captions. The caller checks access.
   */
  async start(db: Db, projectId: string, account: string): Promise<CaptionDocument | undefined> {
    const isKnown = this.#entries.has(projectId)
    const stored = isKnown ? undefined : await findStored(db, projectId)
    const start = stored && (await readStart(stored))
    return start ?? (await this.latest(db, projectId, account))?.doc
  }

  /**
   * The captions at this head, from memory and the batches since; undefined if that is not enough. The caller holds the
   * lock, or accepts that the captions may be outdated a moment later.
   * @param read a document that was just read and may already be evicted
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

  /** Caches committed captions, unless newer ones are cached. */
  put(projectId: string, account: string, { doc, state }: OpenDocument): void {
    const before = this.#entries.get(projectId)
    if (before !== undefined && before.doc.id === doc.id && before.doc.rev > doc.rev) return
    this.#entries.delete(projectId)
    this.#entries.set(projectId, { doc, state, account, bytes: bytesOf(doc) })
    this.#shrink(account)
  }

  /** Reads the document once for all waiting callers, and evicts the unusable one in memory. */
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
 * Replays the batches saved since. Undefined if they are too many, if one would block the event loop, or if they do not
 * continue the known state.
 */
async function catchUp(
  q: Queryable,
  projectId: string,
  { doc, state }: OpenDocument,
  head: DocumentHead,
): Promise<OpenDocument | undefined> {
  const missed = head.revision - doc.rev
  if (missed <= 0 || missed > MOST_MISSED) return undefined
  // The first batch is the one that made the known state: it proves that the history is the same.
  const [own, ...since] = await effectsBetween(q, projectId, { from: doc.rev, to: head.revision })
  if (own?.batchId !== state || since.length !== missed || since.at(-1)?.batchId !== head.state) return undefined
  const effects = since.flatMap((batch) => (batch.effects === null ? [] : [batch.effects]))
  if (effects.length < missed || !effects.every(isShortPiece)) return undefined
  const next = replayEffects(doc, effects.flatMap(unpackEffects))
  return { doc: { ...next, rev: head.revision }, state: head.state }
}

/** Estimated memory of a document. */
function bytesOf(doc: CaptionDocument): number {
  return (
    doc.words.length * BYTES.word +
    lettersOf(doc.words) * BYTES.letter +
    cuesOf(doc).length * BYTES.cue +
    Object.keys(doc.styles).length * BYTES.style
  )
}

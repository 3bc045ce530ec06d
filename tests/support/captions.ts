import {
  applyCommands,
  type Batch,
  type CaptionDocument,
  type Command,
  createDocument,
} from '#features/captions/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'

/** Captions of words that last 300 ms each, without pauses; the video is 5 seconds long, or as long as they are. */
export function documentOf(text: string, { unsure = [] }: { unsure?: readonly string[] } = {}): CaptionDocument {
  const spoken = text.split(' ').filter((word) => word !== '')
  const words = spoken.map((word, at) => ({
    text: word,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: unsure.includes(word) ? 0.3 : 0.95,
    timing: 'asr' as const,
  }))
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs: Math.max(5_000, words.length * 300), fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'test', model: 'test' },
    words,
  })
}

/** The captions' server in small: revisions, batches saved once, and a network that can fail. */
export class CaptionServer {
  document: CaptionDocument
  requests = 0
  online = true
  losesAnswers = false
  refuses: AppError | undefined
  private readonly saved = new Map<string, number>()

  constructor(document: CaptionDocument) {
    this.document = document
  }

  text = () => this.document.words.map(({ text }) => text).join(' ')

  async get({ batchIds = [] }: { projectId: string; batchIds?: string[] }) {
    this.reach()
    return { document: this.document, saved: batchIds.filter((id) => this.saved.has(id)) }
  }

  async apply({
    baseRevision,
    batches,
  }: {
    projectId: string
    clientId: string
    baseRevision: number
    batches: Batch[]
  }) {
    this.reach()
    this.requests += 1
    let revision = baseRevision
    let doc = this.document
    const made = new Map<string, number>()
    for (const { batchId, commands } of batches) {
      const before = this.saved.get(batchId)
      if (before !== undefined) {
        revision = before
        continue
      }
      if (doc.rev !== revision) throw new AppError('conflict', 'newer', { revision: doc.rev })
      doc = { ...applyCommands(doc, commands).doc, rev: doc.rev + 1 }
      revision = doc.rev
      made.set(batchId, revision)
    }
    this.document = doc
    for (const [id, at] of made) this.saved.set(id, at)
    if (this.losesAnswers) throw new TypeError('network')
    return { revision }
  }

  changeElsewhere(commands: Command[]) {
    this.document = { ...applyCommands(this.document, commands).doc, rev: this.document.rev + 1 }
  }

  private reach() {
    if (!this.online) throw new TypeError('network')
    if (this.refuses !== undefined) throw this.refuses
  }
}

/** A browser's storage of its own. */
export class MemoryStorage implements Storage {
  [name: string]: unknown
  private readonly items = new Map<string, string>()
  get length() {
    return this.items.size
  }
  clear = () => this.items.clear()
  getItem = (key: string) => this.items.get(key) ?? null
  key = (at: number) => [...this.items.keys()][at] ?? null
  removeItem = (key: string) => void this.items.delete(key)
  setItem = (key: string, value: string) => void this.items.set(key, value)
}

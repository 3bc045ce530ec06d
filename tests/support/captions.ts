import { allows, explainRefusal } from '#features/collaboration/model/index.ts'
import {
  acceptBatches,
  applyCommands,
  type AppliedBatches,
  Batch,
  type CaptionDocument,
  type CaptionsEvent,
  checkDocument,
  type Command,
  createDocument,
  describeChange,
  labelCommands,
  type NamedVersion,
  type Person,
  REQUEST_STEPS,
  type SavedBatch,
  startOfDocument,
  type SuggestedBatch,
  type SuggestedEdit,
  type SuggestionList,
  WorkBudget,
} from '#features/captions/model/index.ts'
import type { Access } from '#features/collaboration/model/index.ts'
import type { OpenedDocument } from '#features/captions/web/store/read-document.ts'
import { AppError } from '#platform/shared/errors.ts'

/** Captions of words that last 300 ms each, without pauses; the video lasts 5 seconds, or as long as the captions. */
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

/** A small captions server: revisions, idempotent batches, and a network that can fail. */
export class CaptionServer {
  document: CaptionDocument
  requests = 0
  online = true
  losesAnswers = false
  /** True refuses further streams. */
  isCrowded = false
  /** How often the captions were read. */
  readings = 0
  refuses: AppError | undefined
  access: Access = 'owner'
  /** Set while an operator views the pages of a user. */
  viewing: true | undefined
  /** The other people in the editor. */
  people: Person[] = []
  #history: CaptionDocument[]
  readonly #named = new Map<number, NamedVersion>()
  readonly #saved: SavedBatch[] = []
  readonly #followers = new Set<(event: CaptionsEvent | AppError) => void>()

  constructor(document: CaptionDocument) {
    this.document = document
    this.#history = [document]
  }

  text = () => this.document.words.map(({ text }) => text).join(' ')

  /** Delays everything after the first captions until it resolves. */
  rest: Promise<unknown> | undefined

  async open(projectId: string, onStart?: (start: OpenedDocument) => void): Promise<OpenedDocument> {
    const { document, ...shown } = await this.get({ projectId })
    onStart?.({ document: startOfDocument(document).document, ...shown })
    await this.rest
    return { document, ...shown }
  }

  async get({ batchIds = [] }: { projectId: string; batchIds?: string[] }) {
    this.readings += 1
    this.#reach()
    const saved = batchIds.filter((id) => this.#saved.some(({ batchId }) => batchId === id))
    return { document: this.document, saved, access: this.access, viewing: this.viewing }
  }

  async apply({
    baseRevision,
    batches,
  }: {
    projectId: string
    clientId: string
    baseRevision: number
    batches: Batch[]
  }): Promise<AppliedBatches> {
    this.#reach()
    if (!allows(this.access, 'edit'))
      throw new AppError('forbidden', explainRefusal(this.access, 'edit'), { access: this.access })
    this.requests += 1
    // The contract rejects these before the captions are read.
    const malformed = batches.some((batch) => !Batch.safeParse(batch).success)
    if (malformed) throw new AppError('unprocessable', 'Too big')
    const base = this.#history.find(({ rev }) => rev === baseRevision)
    if (base === undefined) throw new AppError('conflict', 'too old', { revision: this.document.rev })
    const since = this.#saved.filter(({ revision }) => revision > baseRevision)
    const budget = new WorkBudget(REQUEST_STEPS)
    const { accepted, refused } = acceptBatches({ base, since, current: this.document, batches, budget })
    this.#save(accepted, { name: 'You', you: true })
    if (this.losesAnswers) throw new TypeError('network')
    const sent = new Set(batches.map(({ batchId }) => batchId))
    const known = since.filter(({ batchId }) => sent.has(batchId))
    return {
      saved: [...known, ...accepted].map(({ batchId, revision }) => ({ batchId, revision })),
      refused: [...refused],
      since: since.filter(({ batchId }) => !sent.has(batchId)),
    }
  }

  async watch({ revision }: { revision: number }, { signal }: { signal: AbortSignal }) {
    this.#reach()
    if (this.isCrowded) throw new AppError('too_many_requests', 'Close some tabs.')
    const waiting: (CaptionsEvent | AppError)[] = [
      { type: 'saved', batches: this.#saved.filter((batch) => batch.revision > revision) },
      { type: 'people', people: this.people },
    ]
    let wake = () => {}
    const receive = (event: CaptionsEvent | AppError) => {
      waiting.push(event)
      wake()
    }
    const followers = this.#followers
    followers.add(receive)
    signal.addEventListener('abort', () => {
      followers.delete(receive)
      wake()
    })
    return (async function* events() {
      while (!signal.aborted) {
        const event = waiting.shift()
        if (event instanceof AppError) throw event
        if (event === undefined) await new Promise<void>((resolve) => (wake = resolve))
        else yield event
      }
    })()
  }

  async here() {
    this.#reach()
    return { people: this.people }
  }

  /** The saved edits, one a minute, newest first, in pages of three. */
  async history({ before = Number.POSITIVE_INFINITY, after = 0 }: { before?: number; after?: number }) {
    this.#reach()
    const entries = this.#saved
      .filter(({ revision }) => revision < before && revision > after)
      .toReversed()
      .map(({ revision, commands, by }) => {
        const authorId = by?.name ?? null
        return { revision, at: savedAt(revision), authorId, by, label: labelCommands(commands), acceptedBy: null }
      })
    const shown = after > 0 ? entries : entries.slice(0, 3)
    return { entries: shown, next: entries.length > shown.length ? (shown.at(-1)?.revision ?? null) : null }
  }

  async versions() {
    this.#reach()
    const named = [...this.#named.values()].toSorted((a, b) => b.revision - a.revision)
    return { named, copies: [{ revision: 1, at: savedAt(1) }], newest: this.document.rev }
  }

  async nameVersion({ revision, name }: { revision: number; name: string }): Promise<NamedVersion> {
    this.#reach()
    const version = { revision, name, at: savedAt(revision), by: { name: 'You', you: true } }
    this.#named.set(revision, version)
    return version
  }

  async removeVersionName({ revision }: { revision: number }) {
    this.#reach()
    this.#named.delete(revision)
    return {}
  }

  async openVersion(_projectId: string, revision: number): Promise<CaptionDocument> {
    this.#reach()
    const document = this.#history.find(({ rev }) => rev === revision)
    if (document === undefined) throw new AppError('not_found', 'This version is no longer stored. Choose another one.')
    return document
  }

  readonly #suggested: { readonly edit: SuggestedEdit; readonly batch: SuggestedBatch; readonly base: number }[] = []

  async suggestions(): Promise<SuggestionList> {
    this.#reach()
    const edits = this.#suggested.map(({ edit }) => edit)
    return {
      waiting: edits.filter(({ state }) => state === 'waiting'),
      decided: edits.filter(({ state }) => state !== 'waiting'),
    }
  }

  async ownSuggestions() {
    this.#reach()
    const own = this.#suggested.filter(({ edit }) => edit.by.you && edit.state === 'waiting')
    return { batches: own.map(({ batch }) => batch) }
  }

  async suggest({ baseRevision, batches }: { baseRevision: number; batches: SuggestedBatch[] }) {
    this.#reach()
    for (const batch of batches) this.#addSuggestion(batch, { name: 'You', you: true }, baseRevision)
    return { refused: [] }
  }

  async withdrawSuggestions({ ids }: { ids: string[] }) {
    this.#reach()
    for (const id of ids) {
      const at = this.#suggested.findIndex(({ batch }) => batch.batchId === id)
      if (at >= 0) this.#suggested.splice(at, 1)
    }
    this.#sendSuggestions()
    return {}
  }

  async acceptSuggestions({ ids }: { ids: string[] }) {
    this.#reach()
    const outcome = { accepted: [] as string[], unfit: [] as string[] }
    for (const { batch, base, edit } of this.#suggested.filter(({ batch: { batchId } }) => ids.includes(batchId))) {
      const since = this.#saved.filter(({ revision }) => revision > base)
      const made = this.#history.find(({ rev }) => rev === base) ?? this.document
      const { accepted } = acceptBatches({ base: made, since, current: this.document, batches: [batch] })
      if (accepted.length > 0) this.#save(accepted, edit.by)
      outcome[accepted.length > 0 ? 'accepted' : 'unfit'].push(batch.batchId)
    }
    this.#decide(outcome.accepted, { state: 'accepted' })
    this.#decide(outcome.unfit, { isUnfit: true })
    return outcome
  }

  async declineSuggestions({ ids }: { ids: string[] }) {
    this.#reach()
    this.#decide(ids, { state: 'declined' })
    return {}
  }

  /** Somebody else suggests an edit; streams announce it at once. @returns its id */
  suggestElsewhere(commands: Command[], { by = 'Ana' } = {}): string {
    const batchId = crypto.randomUUID()
    this.#addSuggestion({ batchId, commands, buildsOn: [] }, { name: by, you: false }, this.document.rev)
    return batchId
  }

  /** Once, however often it is sent. */
  #addSuggestion(batch: SuggestedBatch, by: SuggestedEdit['by'], base: number) {
    if (this.#suggested.some(({ batch: { batchId } }) => batchId === batch.batchId)) return
    const { effects, inverse } = applyCommands(this.document, batch.commands)
    const restores = inverse.filter((command) => command.type === 'restore')
    const edit: SuggestedEdit = {
      id: batch.batchId,
      by,
      at: savedAt(base),
      label: labelCommands(batch.commands),
      ...describeChange(effects, restores),
      state: 'waiting',
      isUnfit: false,
      decidedBy: null,
    }
    this.#suggested.push({ edit, batch, base })
    this.#sendSuggestions()
  }

  #decide(ids: readonly string[], change: Partial<SuggestedEdit>) {
    for (const [at, one] of this.#suggested.entries())
      if (ids.includes(one.batch.batchId)) this.#suggested[at] = { ...one, edit: { ...one.edit, ...change } }
    this.#sendSuggestions()
  }

  #sendSuggestions() {
    for (const send of this.#followers) send({ type: 'suggestions' })
  }

  /** Somebody else saves an edit; streams announce it at once. */
  changeElsewhere(commands: Command[], { by = 'Ana', isReplacement = false, announced = true } = {}) {
    const { doc, inverse, effects } = applyCommands(this.document, commands)
    const batch = { batchId: crypto.randomUUID(), revision: doc.rev + 1, commands, inverse, effects, steps: 0 }
    this.#save([batch], { name: by, you: false }, { isReplacement, announced })
  }

  /** Another person saved long ago, and earlier history is gone. */
  forget() {
    this.changeElsewhere([{ type: 'setWordText', id: 'w5', text: 'always.' }], { announced: false })
    this.#history = this.#history.slice(-1)
  }

  /** Streams ask for a reload instead of sending too much. */
  sendReload() {
    for (const send of this.#followers) send({ type: 'reload' })
  }

  /** The owner changes what the person may do. */
  sendAccess(access: CaptionServer['access']) {
    this.access = access
    for (const send of this.#followers) send({ type: 'access', access })
  }

  /** The owner ends the person's access: streams end with the refusal. */
  endAccess(message: string) {
    this.refuses = new AppError('not_found', message)
    for (const end of this.#followers) end(this.refuses)
  }

  /** Another person opens or leaves the project. */
  sendPeople(people: Person[]) {
    this.people = people
    for (const send of this.#followers) send({ type: 'people', people })
  }

  #save(
    accepted: readonly Omit<SavedBatch, 'by' | 'isReplacement'>[],
    by: SavedBatch['by'],
    { isReplacement = false, announced = true } = {},
  ) {
    const batches = accepted.map(({ batchId, revision, commands }) => ({
      batchId,
      revision,
      commands,
      by,
      isReplacement,
    }))
    for (const { commands, revision } of batches) {
      this.document = { ...applyCommands(this.document, commands).doc, rev: revision }
      checkDocument(this.document)
      this.#history.push(this.document)
    }
    this.#saved.push(...batches)
    if (announced && batches.length > 0) for (const send of this.#followers) send({ type: 'saved', batches })
  }

  #reach() {
    if (!this.online) throw new TypeError('network')
    if (this.refuses !== undefined) throw this.refuses
  }
}

/** One revision a minute. */
function savedAt(revision: number): string {
  return new Date(Date.UTC(2026, 10, 23, 10, revision)).toISOString()
}

/** A separate browser storage in memory. */
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

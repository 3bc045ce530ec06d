import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Batch, ConflictDetails, SCHEMA, upcastCommands } from '../../model/index.ts'

const Conflict = z.preprocess(
  withDetails,
  z.object({ id: z.string(), batches: z.array(Batch), details: ConflictDetails }),
)

/** Unacknowledged edits and open conflicts, as stored in the browser. */
const PendingBatches = z.object({
  baseRevision: z.int(),
  batches: z.array(Batch),
  conflicts: z.array(Conflict).default([]),
})
export type PendingBatches = z.output<typeof PendingBatches>
type StoredPending = {
  readonly baseRevision: number
  readonly batches: readonly Batch[]
  readonly conflicts: readonly object[]
}

/** Stores an open editor's unacknowledged edits, so that they survive crashes and lost connections. */
export type PendingStore = {
  /** Replaces this editor's stored edits. @returns false when the browser cannot store them */
  save(pending: StoredPending): boolean
  /** The stored edits of all editors of this project, including this one. Sending them twice saves them once. */
  list(): readonly StoredEdits[]
  /** Whether a later release stored edits of this project, which this release cannot read and leaves in place. */
  hasNewer(): boolean
  /** Deletes stored edits, unless their editor, in another window, has changed them since. */
  remove(stored: StoredEdits): void
}
type StoredEdits = { readonly key: string; readonly text: string; readonly pending: PendingBatches }

const AnyBatch = z.looseObject({ commands: z.array(z.unknown()) })
/** The stored shape of all releases: batches, and the format version of their commands. */
const Versioned = z.looseObject({
  schema: z.string().optional(),
  batches: z.array(AnyBatch),
  conflicts: z.array(z.looseObject({ batches: z.array(AnyBatch) })).default([]),
})

const PREFIX = 'captions-pending'

/** Edits of one project, in the browser's local storage. */
export function pendingEdits(projectId: string, clientId: string, storage: Storage = localStorage): PendingStore {
  const mine = `${PREFIX}:${projectId}:${clientId}`
  const texts = () =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
      .filter((key) => key.startsWith(`${PREFIX}:${projectId}:`))
      .map((key) => ({ key, text: storage.getItem(key) ?? 'null' }))
  return {
    save(pending) {
      try {
        if (pending.batches.length + pending.conflicts.length === 0) storage.removeItem(mine)
        else storage.setItem(mine, jsonOf(pending))
        return true
      } catch (error) {
        // Storage may be full or blocked by browser settings; any other error is a defect.
        if (error instanceof DOMException) return false
        throw error
      }
    },
    list: () =>
      texts().flatMap(({ key, text }) => {
        const pending = readPending(text)
        return pending === undefined || pending === 'newer' ? [] : [{ key, text, pending }]
      }),
    hasNewer: () => texts().some(({ text }) => readPending(text) === 'newer'),
    remove({ key, text }) {
      if (storage.getItem(key) === text) storage.removeItem(key)
    },
  }
}

const knownJson = new WeakMap<object, string>()

/** Serialises each batch only once while it is pending. */
function jsonOf({ baseRevision, batches, conflicts }: StoredPending): string {
  const list = (items: readonly object[]) => `[${items.map(jsonOnce).join(',')}]`
  return `{"schema":"${SCHEMA}","baseRevision":${baseRevision},"batches":${list(batches)},"conflicts":${list(conflicts)}}`
}

function jsonOnce(item: object): string {
  const json = knownJson.get(item) ?? JSON.stringify(item)
  knownJson.set(item, json)
  return json
}

/** Editors before captiondoc/2 stored the details of a conflict as `clash`. */
function withDetails(stored: unknown): unknown {
  return typeof stored === 'object' && stored !== null && 'clash' in stored
    ? { ...stored, details: stored.clash }
    : stored
}

/** Reads edits of this or an earlier release. @returns undefined for anything else */
function readPending(text: string): PendingBatches | 'newer' | undefined {
  const versioned = Versioned.safeParse(parseJson(text))
  if (!versioned.success) return undefined
  const { schema, batches, conflicts, ...rest } = versioned.data
  const upcast = (batch: z.output<typeof AnyBatch>) => ({ ...batch, commands: upcastCommands(schema, batch.commands) })
  try {
    const parsed = PendingBatches.safeParse({
      ...rest,
      batches: batches.map(upcast),
      conflicts: conflicts.map((conflict) => ({ ...conflict, batches: conflict.batches.map(upcast) })),
    })
    return parsed.success ? parsed.data : undefined
  } catch (error) {
    if (error instanceof AppError) return 'newer'
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Batch, ConflictDetails, SCHEMA, upcastCommands } from '../model/index.ts'

const Conflict = z.preprocess(
  withDetails,
  z.object({ id: z.string(), batches: z.array(Batch), details: ConflictDetails }),
)

/** Edits the server has not acknowledged, and those that wait for a decision, as kept in the browser. */
const Pending = z.object({ baseRevision: z.int(), batches: z.array(Batch), conflicts: z.array(Conflict).default([]) })
export type Pending = z.output<typeof Pending>
type StoredPending = {
  readonly baseRevision: number
  readonly batches: readonly Batch[]
  readonly conflicts: readonly object[]
}

/** Where one open editor keeps its unacknowledged edits, so that no crash and no lost network loses them. */
export type PendingStore = {
  /** @returns false when the browser refuses to keep them */
  keep(pending: StoredPending): boolean
  /** What editors of this project left behind, this one included; edits sent twice are saved once. */
  left(): readonly Left[]
  /** Whether a later release left edits of this project that this one cannot read; they stay where they are. */
  hasNewer(): boolean
  /** Removes what was left, unless its editor, in another window, has kept something else since. */
  forget(left: Left): void
}
type Left = { readonly key: string; readonly text: string; readonly pending: Pending }

const AnyBatch = z.looseObject({ commands: z.array(z.unknown()) })
/** What any release stores: batches, and the version of the format that their commands are about. */
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
    keep(pending) {
      try {
        if (pending.batches.length + pending.conflicts.length === 0) storage.removeItem(mine)
        else storage.setItem(mine, jsonOf(pending))
        return true
      } catch (error) {
        // Storage may be full or blocked by the browser's settings; anything else is a defect.
        if (error instanceof DOMException) return false
        throw error
      }
    },
    left: () =>
      texts().flatMap(({ key, text }) => {
        const pending = readPending(text)
        return pending === undefined || pending === 'newer' ? [] : [{ key, text, pending }]
      }),
    hasNewer: () => texts().some(({ text }) => readPending(text) === 'newer'),
    forget({ key, text }) {
      if (storage.getItem(key) === text) storage.removeItem(key)
    },
  }
}

const knownJson = new WeakMap<object, string>()

/** Each batch is serialised once, however often it is stored while it waits. */
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

/** Reads edits of this release or an earlier one. @returns undefined for anything that is not ours */
function readPending(text: string): Pending | 'newer' | undefined {
  const versioned = Versioned.safeParse(parseJson(text))
  if (!versioned.success) return undefined
  const { schema, batches, conflicts, ...rest } = versioned.data
  const upcast = (batch: z.output<typeof AnyBatch>) => ({ ...batch, commands: upcastCommands(schema, batch.commands) })
  try {
    const parsed = Pending.safeParse({
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

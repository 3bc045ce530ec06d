import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { SCHEMA, SuggestedBatch, upcastCommands } from '../../../model/index.ts'
import type { SuggestState } from './suggest-state.ts'

const Unsent = SuggestedBatch.extend({ baseRevision: z.int() })
const Stored = z.object({ unsent: z.array(Unsent), withdrawn: z.array(z.uuid()) })
const Versioned = z.looseObject({
  schema: z.string(),
  unsent: z.array(z.looseObject({ commands: z.array(z.unknown()) })),
})

/** Suggestions that the server does not have, and withdrawals that it does not know of. */
export type UnsentSuggestions = z.output<typeof Stored>

/** Stores a person's suggestions of one project in the browser until the server has them, and the chosen mode. */
export type SuggestStore = {
  /** Whether edits are suggestions in this browser. */
  isSuggesting(): boolean
  setSuggesting(isSuggesting: boolean): void
  /** Stores what is unsent. @returns false when the browser refuses to */
  store(suggest: Pick<SuggestState, 'own' | 'withdrawn'>): boolean
  /** Removes and returns what other visits left unsent. Sending it twice suggests it once. */
  takeLeft(): UnsentSuggestions
}

const MODE = 'captions-suggesting'
const UNSENT = 'captions-suggested'

/** The suggestions of one project, in the browser's local storage. */
export function suggestStore(projectId: string, clientId: string, storage: Storage = localStorage): SuggestStore {
  const mine = `${UNSENT}:${projectId}:${clientId}`
  return {
    isSuggesting: () => storage.getItem(`${MODE}:${projectId}`) !== null,
    setSuggesting(isSuggesting) {
      if (isSuggesting) write(storage, `${MODE}:${projectId}`, 'on')
      else storage.removeItem(`${MODE}:${projectId}`)
    },
    store({ own, withdrawn }) {
      const unsent = own.filter(({ isSent }) => !isSent)
      if (unsent.length + withdrawn.length > 0)
        return write(storage, mine, JSON.stringify({ schema: SCHEMA, unsent, withdrawn }))
      storage.removeItem(mine)
      return true
    },
    takeLeft() {
      const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
      const left = keys.flatMap((key) => {
        if (!key.startsWith(`${UNSENT}:${projectId}:`) || key === mine) return []
        const stored = readStored(storage.getItem(key) ?? 'null')
        if (stored !== undefined) storage.removeItem(key)
        return stored ?? []
      })
      return { unsent: left.flatMap(({ unsent }) => unsent), withdrawn: left.flatMap(({ withdrawn }) => withdrawn) }
    },
  }
}

function write(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch (error) {
    // Storage may be full or blocked by browser settings; any other error is a defect.
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Reads what this or an earlier release stored. @returns undefined for anything else, which stays */
function readStored(text: string): UnsentSuggestions | undefined {
  try {
    const versioned = Versioned.parse(JSON.parse(text))
    const unsent = versioned.unsent.map((batch) => ({
      ...batch,
      commands: upcastCommands(versioned.schema, batch.commands),
    }))
    return Stored.parse({ ...versioned, unsent })
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || error instanceof AppError) return undefined
    throw error
  }
}

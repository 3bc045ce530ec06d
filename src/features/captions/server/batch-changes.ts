import { isShortText, packText, unpackText } from '#platform/server/packed-text.ts'
import { upcastCommands } from '../model/document/upcast.ts'
import { SCHEMA } from '../model/document.ts'
import type { Edit } from '../model/edit.ts'
import type { Command } from '../model/index.ts'

/** What a batch does, and what takes it back. */
export type BatchChanges = { readonly commands: Command[]; readonly inverse: Command[] }

/** Names the version of the format; absent before `captiondoc/2`. */
type Versioned = { readonly schema?: string }

/** The bytes that a batch is kept as. */
export function packChanges({ commands, inverse }: BatchChanges): Uint8Array {
  return packJson({ schema: SCHEMA, commands, inverse })
}

/**
 * Reads what `packChanges` of this release or an earlier one wrote.
 * @throws AppError `unprocessable` for a version that only a later release knows
 */
export function unpackChanges(changes: Uint8Array): BatchChanges {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `packChanges`, from commands that were checked
  const { schema, commands, inverse } = unpackJson(changes) as BatchChanges & Versioned
  return { commands: upcastCommands(schema, commands), inverse: upcastCommands(schema, inverse) }
}

/** The bytes that the effects of a batch are kept as. */
export function packEffects(effects: readonly Edit[]): Uint8Array {
  return packJson({ schema: SCHEMA, effects })
}

/** Reads what `packEffects` of this release or an earlier one wrote. */
export function unpackEffects(packed: Uint8Array): Edit[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `packEffects`, from edits that were checked
  const { schema, effects } = unpackJson(packed) as { effects: Edit[] } & Versioned
  const restores = effects.map((effect) => ({ type: 'restore' as const, ...effect }))
  return upcastCommands(schema, restores).map((restore) => {
    const { type: _, ...effect } = restore
    return effect
  })
}

/** Bytes of JSON that the event loop parses in one piece, in a few milliseconds. */
const MAX_PIECE_BYTES = 500_000

/** Whether the event loop may read these changes or effects of a batch; longer ones are read in a thread, or not at all. */
export function isShortPiece(packed: Uint8Array): boolean {
  return isShortText(packed, MAX_PIECE_BYTES)
}

function packJson(value: object): Uint8Array {
  return packText(JSON.stringify(value))
}

function unpackJson(packed: Uint8Array): unknown {
  return JSON.parse(unpackText(packed))
}

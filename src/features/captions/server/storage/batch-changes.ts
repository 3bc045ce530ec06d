import { isShortText, packText, unpackText } from '#platform/server/packed-text.ts'
import { upcastCommands } from '../../model/document/upcast.ts'
import { SCHEMA } from '../../model/document.ts'
import type { Edit } from '../../model/edits/edit.ts'
import type { Command } from '../../model/index.ts'

/** The commands of a batch, and those that undo it. */
export type BatchChanges = { readonly commands: Command[]; readonly inverse: Command[] }

/** The version of the format; absent before `captiondoc/2`. */
type Versioned = { readonly schema?: string }

/** The stored bytes of a batch. */
export function packChanges({ commands, inverse }: BatchChanges): Uint8Array {
  return packJson({ schema: SCHEMA, commands, inverse })
}

/**
 * Reads the output of `packChanges` of this or an earlier release.
 * @throws AppError `unprocessable` for the version of a later release
 */
export function unpackChanges(changes: Uint8Array): BatchChanges {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `packChanges`, from commands that were checked
  const { schema, commands, inverse } = unpackJson(changes) as BatchChanges & Versioned
  return { commands: upcastCommands(schema, commands), inverse: upcastCommands(schema, inverse) }
}

/** The stored bytes of the effects of a batch. */
export function packEffects(effects: readonly Edit[]): Uint8Array {
  return packJson({ schema: SCHEMA, effects })
}

/** Reads the output of `packEffects` of this or an earlier release. */
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

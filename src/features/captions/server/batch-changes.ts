import { packText, unpackText } from '#platform/server/packed-text.ts'
import type { Command } from '../model/index.ts'

/** What a batch does, and what takes it back. */
export type BatchChanges = { readonly commands: Command[]; readonly inverse: Command[] }

/** The bytes that a batch is kept as. */
export function packChanges({ commands, inverse }: BatchChanges): Uint8Array {
  return packText(JSON.stringify({ commands, inverse }))
}

/** Reads what `packChanges` wrote. */
export function unpackChanges(changes: Uint8Array): BatchChanges {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `packChanges`, from commands that were checked
  return JSON.parse(unpackText(changes)) as BatchChanges
}

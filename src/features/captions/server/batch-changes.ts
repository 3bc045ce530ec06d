import { packText, unpackText } from '#platform/server/packed-text.ts'
import type { Edit } from '../model/edit.ts'
import type { CaptionDocument, Command } from '../model/index.ts'

/** What a batch does, and what takes it back. */
export type BatchChanges = { readonly commands: Command[]; readonly inverse: Command[] }

/** The bytes that a batch is kept as. */
export function packChanges({ commands, inverse }: BatchChanges): Uint8Array {
  return packJson({ commands, inverse })
}

/** Reads what `packChanges` wrote. */
export function unpackChanges(changes: Uint8Array): BatchChanges {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `packChanges`, from commands that were checked
  return unpackJson(changes) as BatchChanges
}

/** The bytes that the effects of a batch are kept as. */
export function packEffects(effects: readonly Edit[]): Uint8Array {
  return packJson(effects)
}

/** Reads what `packEffects` wrote. */
export function unpackEffects(effects: Uint8Array): Edit[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `packEffects`, from edits that were checked
  return unpackJson(effects) as Edit[]
}

/** The bytes that a whole document is kept as: about a twelfth of its JSON. */
export function packDocument(doc: CaptionDocument): Uint8Array {
  return packJson(doc)
}

/** Reads what `packDocument` wrote. It was checked then: checking it again takes longer than all the rest. */
export function unpackDocument(packed: Uint8Array): CaptionDocument {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only checked documents are saved
  return unpackJson(packed) as CaptionDocument
}

function packJson(value: object): Uint8Array {
  return packText(JSON.stringify(value))
}

function unpackJson(packed: Uint8Array): unknown {
  return JSON.parse(unpackText(packed))
}

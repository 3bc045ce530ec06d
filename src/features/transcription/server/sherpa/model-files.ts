import { join } from 'node:path'
import type { CatalogueModel } from '../models/catalogue.ts'
import type { ModelFiles } from './protocol.ts'

/** Paths of the files of an installed model, by role. */
export function modelFiles({ kind, roles }: CatalogueModel, directory: string): ModelFiles {
  const path = (role: string): string => {
    const name = roles[role]
    if (name === undefined) throw new Error(`the catalogue names no ${role} for a ${kind} model`)
    return join(directory, name)
  }
  const tokens = path('tokens')
  switch (kind) {
    case 'transducer':
      return { kind, tokens, encoder: path('encoder'), decoder: path('decoder'), joiner: path('joiner') }
    case 'nemo-ctc':
      return { kind, tokens, model: path('model') }
    case 'whisper':
      return { kind, tokens, encoder: path('encoder'), decoder: path('decoder') }
    default:
      return kind satisfies never
  }
}

import { expect, test } from 'vitest'
import { arrange, type Order } from './arrange.ts'
import type { StoredFile } from './contract.ts'

const FILES = [
  file('talk', { title: 'Talk 2', sizeBytes: 20, day: '03' }),
  file('export', { title: 'Talk 2', sizeBytes: 5, day: '04', kind: 'export' }),
  file('old', { title: 'Talk 10', sizeBytes: 30, day: '01' }),
  file('cafe', { title: 'Café au lait', sizeBytes: 10, day: '02' }),
]

test.each<[Order, string[]]>([
  ['newest', ['export', 'talk', 'cafe', 'old']],
  ['oldest', ['old', 'cafe', 'talk', 'export']],
  ['largest', ['old', 'talk', 'cafe', 'export']],
  ['smallest', ['export', 'cafe', 'talk', 'old']],
  ['name', ['cafe', 'talk', 'export', 'old']],
])('sorts files by %s', (order, ids) => {
  expect(arrange(FILES, { search: '', order }).map(({ id }) => id)).toEqual(ids)
})

test.each([
  ['cafe', ['cafe']],
  ['CAFÉ  lait', ['cafe']],
  ['talk export', ['export']],
  ['nothing like it', []],
])('a search for "%s" finds titles with all of its words', (search, ids) => {
  expect(arrange(FILES, { search, order: 'newest' }).map(({ id }) => id)).toEqual(ids)
})

type Given = { title: string; sizeBytes: number; day: string; kind?: 'export' }

function file(id: string, { title, sizeBytes, day, kind }: Given): StoredFile {
  const createdAt = `2026-11-${day}T10:00:00Z`
  return { id, kind: kind ?? 'video', projectId: id, title, sizeBytes, createdAt, expiresAt: null, captions: [] }
}

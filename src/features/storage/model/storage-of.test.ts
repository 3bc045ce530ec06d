import { expect, test } from 'vitest'
import type { StoredFile } from './contract.ts'
import { storageOf } from './storage-of.ts'

test('what is kept is added up, and the largest stands first', () => {
  const kept = storageOf([file('a', 10), file('b', 300), file('c', 10)], 2_000)
  expect(kept).toMatchObject({ usedBytes: 320, quotaBytes: 2_000 })
  expect(kept.files.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})

test('an account with nothing uses nothing', () => {
  expect(storageOf([], null)).toEqual({ files: [], usedBytes: 0, quotaBytes: null })
})

function file(id: string, sizeBytes: number): StoredFile {
  return { id, kind: 'video', projectId: id, title: id, sizeBytes, createdAt: '2026-11-20T10:00:00Z', download: null }
}

import { expect, test } from 'vitest'
import type { StoredFile } from './contract.ts'
import { summarizeStorage } from './summarize-storage.ts'

const ROOM = { quotaBytes: 2_000, uploadingBytes: 0, fontBytes: 0, logoBytes: 0, mayUpgrade: true }
const NO_CAPTIONS = { ...ROOM, captionBytes: 0 }

test('adds up the stored files, newest first', () => {
  const storage = summarizeStorage([file('a', '18'), file('b', '20'), file('c', '19')], NO_CAPTIONS)
  expect(storage).toMatchObject({ usedBytes: 30, quotaBytes: 2_000 })
  expect(storage.files.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})

test('captions of the videos count as used', () => {
  expect(summarizeStorage([file('a', '18')], { ...ROOM, captionBytes: 5 })).toEqual({
    ...ROOM,
    usedBytes: 15,
    files: [file('a', '18')],
  })
})

test('fonts of the account count as used', () => {
  const storage = summarizeStorage([file('a', '18')], { ...NO_CAPTIONS, fontBytes: 7, logoBytes: 5 })
  expect(storage).toMatchObject({ usedBytes: 22, fontBytes: 7 })
})

test('an empty account uses nothing', () => {
  expect(summarizeStorage([], NO_CAPTIONS)).toEqual({ ...ROOM, files: [], usedBytes: 0 })
})

function file(id: string, day: string): StoredFile {
  const createdAt = `2026-11-${day}T10:00:00Z`
  return { id, kind: 'video', projectId: id, title: id, sizeBytes: 10, createdAt, expiresAt: null, captions: [] }
}

import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { FileSources } from './deps.ts'
import { listFiles, sumBytes } from './list-files.ts'

const { db } = await testDatabase()
const MADE_AT = new Date('2026-11-20T12:00:00Z')
const VIDEO = { id: 'v', title: 'My clip', sizeBytes: 1_000, createdAt: MADE_AT, expiresAt: new Date('2026-12-20') }
const SOURCES: FileSources = {
  listVideos: async (_q, ownerId) => (ownerId === 'ada' ? [VIDEO] : []),
  listExports: async (_q, ids) => ids.map((projectId) => ({ id: 'e', projectId, sizeBytes: 300, createdAt: MADE_AT })),
  captionFiles: async () => new Map([['v', [{ format: 'SRT', sizeBytes: 5, download: '/srt' }]]]),
  captionBytes: async (_q, ids) => 20 * ids.length,
  fontBytes: async () => 4,
  logoBytes: async () => 3,
  uploadingBytes: async () => 7,
  trashedBytes: async () => 9,
}

test('lists an export with the title and the expiry date of its video', async () => {
  expect(await listFiles(db, SOURCES, { ownerId: 'ada', retentionMs: 0 })).toEqual([
    {
      id: 'v',
      kind: 'video',
      projectId: 'v',
      title: 'My clip',
      sizeBytes: 1_000,
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-12-20T00:00:00.000Z',
      captions: [{ format: 'SRT', sizeBytes: 5, download: '/srt' }],
    },
    {
      id: 'e',
      kind: 'export',
      projectId: 'v',
      title: 'My clip',
      sizeBytes: 300,
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-12-20T00:00:00.000Z',
      captions: [],
    },
  ])
})

test('counts videos and exports as stored, and captions, uploads and the trash apart', async () => {
  expect(await sumBytes(db, SOURCES, 'ada')).toEqual({
    stored: 1_300,
    captions: 20,
    fonts: 4,
    logos: 3,
    uploading: 7,
    removed: 9,
  })
  expect(await sumBytes(db, SOURCES, 'eve')).toEqual({
    stored: 0,
    captions: 0,
    fonts: 4,
    logos: 3,
    uploading: 7,
    removed: 9,
  })
})

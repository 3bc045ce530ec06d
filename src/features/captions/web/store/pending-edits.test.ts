import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MemoryStorage } from '../../../../../tests/support/captions.ts'
import { pendingEdits } from './pending-edits.ts'

const BATCH = { batchId: '0b5f3f0e-58a5-4f0c-9a64-3d4a9c9a2b10', commands: [{ type: 'mergeCues', id: 'c1' }] }
const DETAILS = { by: null, part: 'lines', wordIds: ['w1'], after: [], was: 'never lose', theirs: null, mine: null }

test('reads conflicts stored by an earlier version of the editor', () => {
  const storage = new MemoryStorage()
  const conflict = { id: BATCH.batchId, batches: [BATCH] }
  const text = JSON.stringify({ baseRevision: 3, batches: [], conflicts: [{ ...conflict, clash: DETAILS }] })
  storage.setItem('captions-pending:p:a', text)
  const [stored] = pendingEdits('p', 'b', storage).list()
  expect(stored?.pending.conflicts).toEqual([{ ...conflict, details: DETAILS }])
})

test('serialises a pending edit once', () => {
  const store = pendingEdits('p', 'me', new MemoryStorage())
  let serialised = 0
  const commands = [{ type: 'setWordText' as const, id: 'w1', text: 'a' }]
  const batch = { batchId: crypto.randomUUID(), commands }
  Object.defineProperty(batch, 'toJSON', { value: () => ((serialised += 1), { batchId: batch.batchId, commands }) })
  for (const baseRevision of [1, 2, 3]) store.save({ baseRevision, batches: [batch], conflicts: [] })
  expect(store.list()[0]?.pending).toEqual({
    baseRevision: 3,
    batches: [{ batchId: batch.batchId, commands }],
    conflicts: [],
  })
  expect(serialised).toBe(1)
})

test.each([1, 2])('reads edits stored in version %i of the format', (version) => {
  const { store } = start(readFileSync(`tests/fixtures/captiondoc-${version}/pending-edits.json`, 'utf8'))
  const [stored] = store.list()
  expect(stored?.pending.batches.map(({ commands }) => commands.map(({ type }) => type))).toEqual([
    ['deleteWords'],
    ['restore'],
    ['setStyle'],
  ])
  expect(stored?.pending.conflicts).toMatchObject([{ details: { was: 'welcome', theirs: 'hi', mine: 'greetings' } }])
  expect(store.hasNewer()).toBe(false)
})

test('reads back stored edits', () => {
  const { store, storage } = start(null)
  const batches = [{ batchId: crypto.randomUUID(), commands: [{ type: 'deleteWords' as const, ids: ['w1'] }] }]
  store.save({ baseRevision: 3, batches, conflicts: [] })
  expect(pendingEdits('p', 'b', storage).list()).toMatchObject([{ pending: { baseRevision: 3, batches } }])
})

test('leaves the edits of a later release in place and reports them', () => {
  const text = JSON.stringify({
    schema: 'captiondoc/99',
    baseRevision: 3,
    batches: [{ batchId: crypto.randomUUID(), commands: [{ type: 'paintWords' }] }],
    conflicts: [],
  })
  const { store, storage } = start(text)
  expect(store.list()).toEqual([])
  expect(store.hasNewer()).toBe(true)
  expect(storage.getItem('captions-pending:p:a')).toBe(text)
})

test.each(['null', '{', '{"batches":[{}]}'])('ignores anything but edits: %s', (text) => {
  const { store } = start(text)
  expect([store.list(), store.hasNewer()]).toEqual([[], false])
})

/** A browser with stored text of another editor of the project. */
function start(text: string | null) {
  const storage = new MemoryStorage()
  if (text !== null) storage.setItem('captions-pending:p:a', text)
  return { storage, store: pendingEdits('p', 'b', storage) }
}

import { expect, test } from 'vitest'
import { MemoryStorage } from '../../../../tests/support/captions.ts'
import { pendingEdits } from './pending-edits.ts'

const BATCH = { batchId: '0b5f3f0e-58a5-4f0c-9a64-3d4a9c9a2b10', commands: [{ type: 'mergeCues', id: 'c1' }] }
const DETAILS = { by: null, part: 'lines', wordIds: ['w1'], after: [], was: 'never lose', theirs: null, mine: null }

test('reads conflicts that an earlier version of the editor left in the browser', () => {
  const storage = new MemoryStorage()
  const conflict = { id: BATCH.batchId, batches: [BATCH] }
  const text = JSON.stringify({ baseRevision: 3, batches: [], conflicts: [{ ...conflict, clash: DETAILS }] })
  storage.setItem('captions-pending:p:a', text)
  const [left] = pendingEdits('p', 'b', storage).left()
  expect(left?.pending.conflicts).toEqual([{ ...conflict, details: DETAILS }])
})

test('serialises an edit once while it waits', () => {
  const store = pendingEdits('p', 'me', new MemoryStorage())
  let serialised = 0
  const commands = [{ type: 'setWordText' as const, id: 'w1', text: 'a' }]
  const batch = { batchId: crypto.randomUUID(), commands }
  Object.defineProperty(batch, 'toJSON', { value: () => ((serialised += 1), { batchId: batch.batchId, commands }) })
  for (const baseRevision of [1, 2, 3]) store.keep({ baseRevision, batches: [batch], conflicts: [] })
  expect(store.left()[0]?.pending).toEqual({
    baseRevision: 3,
    batches: [{ batchId: batch.batchId, commands }],
    conflicts: [],
  })
  expect(serialised).toBe(1)
})

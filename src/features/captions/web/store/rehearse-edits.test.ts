import { expect, test } from 'vitest'
import { CaptionServer, documentOf, MemoryStorage } from '../../../../../tests/support/captions.ts'
import { openStore } from '../../../../../tests/support/editor-store.ts'
import { rehearseEdits } from './rehearse-edits.ts'

/** One for each edit, and one that finds no more. */
const READS = 3

test('rehearses an edit of a word and one of the style without changing anything', async () => {
  const { store, server, storage, reads } = start('never lose a word again')
  const before = store.getState()
  rehearseEdits(reads)
  await expect.poll(() => reads.count).toBe(READS)
  expect(store.getState()).toBe(before)
  expect(server.requests).toBe(0)
  expect(storage.length).toBe(0)
})

test('rehearses nothing in an editor that has closed', async () => {
  const { reads } = start('never lose a word again')
  const closed = { ...reads, count: 0 }
  const later = { ...reads, count: 0 }
  rehearseEdits(closed)()
  rehearseEdits(later)
  await expect.poll(() => later.count).toBe(READS)
  expect(closed.count).toBe(0)
})

function start(text: string) {
  const server = new CaptionServer(documentOf(text))
  const storage = new MemoryStorage()
  const store = openStore(server, { storage })
  /** The same editor, which counts how often its state is read. */
  const reads = {
    count: 0,
    getState() {
      this.count += 1
      return store.getState()
    },
  }
  return { server, storage, store, reads }
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { CaptionServer, documentOf, MemoryStorage } from '../../../../tests/support/captions.ts'
import { createEditorStore } from './editor-store.ts'
import { openCaptions } from './open-captions.ts'
import { pendingEdits } from './pending-edits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('edits are saved together after a moment, and the state says so', async () => {
  const { server, store, say } = start()
  say('w1', 'one')
  say('w2', 'two')
  expect(store.getState().save).toBe('saving')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('saved')
  expect(server.requests).toBe(1)
  expect(server.text()).toBe('one two a word again.')
})

test('what was edited without a network is saved when it is back, in order', async () => {
  const { server, store, say, storage } = start()
  server.online = false
  say('w1', 'one')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('offline')
  say('w2', 'two')
  expect(storage.length).toBe(1)
  server.online = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(store.getState().save).toBe('saved')
  expect(server.text()).toBe('one two a word again.')
  expect(storage.length).toBe(0)
})

test('an edit whose answer was lost is not made twice', async () => {
  const { server, store } = start()
  server.losesAnswers = true
  store.actions.edit([{ type: 'insertWords', after: 'w5', words: [{ id: 'n1', text: 'Ever.' }] }])
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('offline')
  server.losesAnswers = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.getState().save).toBe('saved')
  expect(server.text()).toBe('never lose a word again. Ever.')
})

test('a page that was closed without a network loses no edit: the next visit saves it', async () => {
  const first = start()
  first.server.online = false
  first.say('w1', 'one')
  await vi.advanceTimersByTimeAsync(400)
  first.store.actions.dispose()

  first.server.online = true
  const opened = await openCaptions({
    api: first.server,
    projectId: 'p',
    clientId: 'b',
    store: pendingEdits('p', 'b', first.storage),
  })
  expect(opened).toMatchObject({ recovered: 1, leftOut: 0 })
  expect(opened.document.words[0]?.text).toBe('one')
  expect(first.storage.length).toBe(0)
})

test('edits of captions that somebody else changed wait, and are made again on the newest', async () => {
  const { server, store, say } = start()
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w5'] }])
  say('w1', 'one')
  say('w5', 'gone')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('conflict')
  await expect(store.actions.flush()).rejects.toMatchObject({ code: 'conflict' })

  expect(await store.actions.reload()).toBe(1)
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('saved')
  expect(server.text()).toBe('one lose a word')
  expect(store.getState().doc.words).toEqual(server.document.words)
})

test('saving before an export waits for every edit, and says when it cannot', async () => {
  const { server, store, say } = start()
  say('w1', 'one')
  await store.actions.flush()
  expect(server.text()).toBe('one lose a word again.')
  server.online = false
  say('w1', 'two')
  await expect(store.actions.flush()).rejects.toMatchObject({ code: 'unavailable' })
})

test('undo and redo are saved like any edit, without limit', async () => {
  const { server, store, say } = start()
  for (let at = 0; at < 300; at++) say('w1', `take${at}`)
  for (let at = 0; at < 300; at++) store.actions.undo()
  expect(store.getState().doc.words[0]?.text).toBe('never')
  for (let at = 0; at < 10; at++) store.actions.redo()
  await store.actions.flush()
  expect(server.text()).toBe('take9 lose a word again.')
})

test('a log-in that ended keeps the edits until there is one again', async () => {
  const { server, store, say } = start()
  server.refuses = new AppError('unauthorized', 'No user logged in')
  say('w1', 'one')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('signed-out')
  server.refuses = undefined
  await vi.advanceTimersByTimeAsync(15_000)
  expect(store.getState().save).toBe('saved')
})

function start() {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  const storage = new MemoryStorage()
  const store = createEditorStore({
    document: server.document,
    api: server,
    projectId: 'p',
    clientId: 'a',
    store: pendingEdits('p', 'a', storage),
    onProblem: () => {},
  })
  const say = (id: string, text: string) => store.actions.edit([{ type: 'setWordText', id, text }])
  return { server, storage, store, say }
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { CaptionServer, documentOf, MemoryStorage } from '../../../../../tests/support/captions.ts'
import { openStore } from '../../../../../tests/support/editor-store.ts'
import type { CaptionsEvent } from '../../model/index.ts'
import { openCaptions } from './open-captions.ts'
import { pendingEdits } from './pending-edits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('saves edits together after a moment and shows the state', async () => {
  const { server, store, say } = start()
  say('w1', 'one')
  say('w2', 'two')
  expect(store.getState().save).toBe('saving')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('saved')
  expect(server.requests).toBe(1)
  expect(server.text()).toBe('one two a word again.')
})

test('saves offline edits in order when the network is back', async () => {
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

test('stores edits that a full server refuses and saves them when it has room', async () => {
  const { server, store, say, storage } = start()
  const full = new AppError('unavailable', "The server's disk is full. Try again in a few minutes.")
  server.refuses = full
  say('w1', 'one')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState()).toMatchObject({ save: 'unavailable', refusal: full })
  expect(storage.length).toBe(1)
  server.refuses = undefined
  await vi.advanceTimersByTimeAsync(15_000)
  expect(store.getState()).toMatchObject({ save: 'saved', refusal: null })
  expect(server.text()).toBe('one lose a word again.')
  expect(storage.length).toBe(0)
})

test('saves an edit once when its answer is lost', async () => {
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

test('a closed editor sends nothing more when its last request fails after it', async () => {
  const { server, store, say, storage } = start()
  server.online = false
  say('w1', 'one')
  const sending = store.actions.flush()
  store.actions.dispose()
  await expect(sending).rejects.toThrow()
  server.online = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.text()).toBe('never lose a word again.')
  expect(storage.length).toBe(1)
})

test('saves the edits of a page closed offline on the next visit', async () => {
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
  expect(opened).toMatchObject({ recovered: 1, conflicts: [] })
  expect(opened.document.words[0]?.text).toBe('one')
  expect(first.storage.length).toBe(0)
})

test('keeps new edits of a page while another page saves its earlier ones', async () => {
  const first = start()
  first.server.online = false
  first.say('w1', 'one')
  await vi.advanceTimersByTimeAsync(400)
  first.server.online = true
  const apply = first.server.apply.bind(first.server)
  first.server.apply = async (asked) => {
    const answer = await apply(asked)
    first.say('w2', 'two')
    first.store.actions.dispose()
    return answer
  }
  const open = (clientId: string) =>
    openCaptions({ api: first.server, projectId: 'p', clientId, store: pendingEdits('p', clientId, first.storage) })
  await open('b')
  first.server.apply = apply
  expect(await open('c')).toMatchObject({ conflicts: [] })
  expect(first.server.text()).toBe('one two a word again.')
  expect(first.storage.length).toBe(0)
})

test('rebases edits of other words onto those of others', async () => {
  const { server, store, say } = start()
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w5'] }])
  say('w1', 'one')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('saved')
  expect(server.text()).toBe('one lose a word')
  expect(store.getState().doc.words).toEqual(server.document.words)
})

test('keeps a conflict about a word across a reload', async () => {
  const { server, store, say, storage } = start()
  server.changeElsewhere([{ type: 'setWordText', id: 'w5', text: 'ever.' }])
  say('w1', 'one')
  say('w5', 'anew.')
  await store.actions.flush()
  expect(server.text()).toBe('one lose a word ever.')
  expect(store.getState().doc.words).toEqual(server.document.words)
  expect(store.getState().conflicts).toMatchObject([
    { details: { by: { name: 'Ana' }, theirs: 'ever.', mine: 'anew.' } },
  ])

  const opened = await openCaptions({
    api: server,
    projectId: 'p',
    clientId: 'b',
    store: pendingEdits('p', 'b', storage),
  })
  expect(opened.conflicts).toEqual(store.getState().conflicts)
  expect(storage.length).toBe(1)
})

test('resolves a conflict to either side and restores a deleted word', async () => {
  const { server, store, say, storage } = start()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w4'] }])
  say('w1', 'ever')
  say('w4', 'thing')
  await store.actions.flush()
  const [first, second] = store.getState().conflicts
  store.actions.resolve(first?.id ?? '', 'theirs')
  store.actions.resolve(second?.id ?? '', 'mine')
  await store.actions.flush()
  expect(server.text()).toBe('always lose a thing again.')
  expect(store.getState().conflicts).toEqual([])
  expect(storage.length).toBe(0)
})

test('keeps pending edits, selection and undo when others’ edits arrive', async () => {
  const { server, store, say } = start()
  const stop = store.actions.follow()
  store.actions.select({ focus: 'w3', anchor: 'w3' })
  say('w1', 'one')
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w3'] }])
  await vi.advanceTimersByTimeAsync(0)
  expect(shown(store)).toBe('one lose word again.')
  expect(store.getState().selection.focus).toBe('w4')
  store.actions.undo()
  expect(shown(store)).toBe('never lose word again.')
  await store.actions.flush()
  expect(server.text()).toBe('never lose word again.')
  stop()
})

test('blocks an undo of words changed by others, and continues with the step before', async () => {
  const { server, store, say, problems } = start()
  const stop = store.actions.follow()
  say('w2', 'win')
  say('w1', 'one')
  await store.actions.flush()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'first' }])
  await vi.advanceTimersByTimeAsync(0)
  store.actions.undo()
  expect(problems).toEqual(['Ana changed “one” since, so this step cannot be undone.'])
  expect(shown(store)).toBe('first win a word again.')
  store.actions.undo()
  expect(shown(store)).toBe('first lose a word again.')
  stop()
})

test("keeps another person's word when undoing in the same caption", async () => {
  const { server, store, say } = start('never lose a word again, never lose a thing')
  const stop = store.actions.follow()
  say('w1', 'extraordinarily')
  await store.actions.flush()
  server.changeElsewhere([{ type: 'setWordText', id: 'w4', text: 'thing' }])
  await vi.advanceTimersByTimeAsync(0)
  store.actions.undo()
  await store.actions.flush()
  expect(server.text()).toBe('never lose a thing again, never lose a thing')
  expect(store.getState().doc.tracks).toEqual(server.document.tracks)
  stop()
})

test("shows others' changes to a viewer and rejects edits", async () => {
  const { server, store, say, problems } = start(undefined, 'viewer')
  const stop = store.actions.follow()
  expect(say('w1', 'one')).toBe(false)
  expect(problems).toEqual(['You can view these captions, but not change them.'])
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  await vi.advanceTimersByTimeAsync(0)
  expect(shown(store)).toBe('always lose a word again.')
  stop()
})

test('waits for all edits before an export, and reports a failure', async () => {
  const { server, store, say } = start()
  say('w1', 'one')
  await store.actions.flush()
  expect(server.text()).toBe('one lose a word again.')
  server.online = false
  say('w1', 'two')
  await expect(store.actions.flush()).rejects.toMatchObject({ code: 'unavailable' })
})

test('saves undo and redo like edits, without limit', async () => {
  const { server, store, say } = start()
  for (let at = 0; at < 300; at++) say('w1', `take${at}`)
  for (let at = 0; at < 300; at++) store.actions.undo()
  expect(store.getState().doc.words[0]?.text).toBe('never')
  for (let at = 0; at < 10; at++) store.actions.redo()
  await store.actions.flush()
  expect(server.text()).toBe('take9 lose a word again.')
})

test('keeps edits while logged out and saves them after login', async () => {
  const { server, store, say } = start()
  server.refuses = new AppError('unauthorized', 'No user logged in')
  say('w1', 'one')
  await vi.advanceTimersByTimeAsync(400)
  expect(store.getState().save).toBe('signed-out')
  server.refuses = undefined
  await vi.advanceTimersByTimeAsync(15_000)
  expect(store.getState().save).toBe('saved')
})

test('undoes a style that is still being dragged before earlier steps', () => {
  const { store, say } = start()
  say('w1', 'always')
  store.actions.drag({ fill: { active: '#ff0000' } })
  store.actions.undo()
  expect(shown(store)).toBe('always lose a word again.')
  expect(store.getState()).toMatchObject({ draft: null, doc: { styles: { main: {} } } })
  store.actions.redo()
  expect(store.getState().doc.styles['main']).toEqual({ fill: { active: '#ff0000' } })
})

test('saves a style that is still being dragged on an immediate save', async () => {
  const { server, store } = start()
  store.actions.drag({ fill: { active: '#ff0000' } })
  await store.actions.flush()
  expect(server.document.styles['main']).toEqual({ fill: { active: '#ff0000' } })
})

const REPLACEMENT = { isReplacement: true }

test('retries reloading captions until they arrive or the editor closes', async () => {
  const { server, store } = start()
  const stop = store.actions.follow()
  await vi.advanceTimersByTimeAsync(0)
  server.online = false
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }], REPLACEMENT)
  await vi.advanceTimersByTimeAsync(4_500)
  expect(server.readings).toBe(3)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.readings).toBe(3)
})

test('reports no conflict for an edit saved during a reload', async () => {
  const { server, store, say } = start()
  const [reading, stream] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const [get, watch] = [server.get.bind(server), server.watch.bind(server)]
  server.get = async (asked) => reading.promise.then(() => get(asked))
  server.watch = async (...asked) => delayAfterReplacement(await watch(...asked), stream.promise)
  const stop = store.actions.follow()
  await vi.advanceTimersByTimeAsync(0)
  server.changeElsewhere([{ type: 'setWordText', id: 'w5', text: 'ever.' }], REPLACEMENT)
  await vi.advanceTimersByTimeAsync(0)
  server.losesAnswers = true
  say('w1', 'always')
  await vi.advanceTimersByTimeAsync(400)
  reading.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState()).toMatchObject({ conflicts: [], pending: [] })
  expect(shown(store)).toBe('always lose a word ever.')
  stop()
  stream.resolve()
})

test('stops reloading refused captions and shows the reason', async () => {
  const { server, store } = start()
  const stop = store.actions.follow()
  await vi.advanceTimersByTimeAsync(0)
  server.refuses = new AppError('not_found', 'Project not found')
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }], REPLACEMENT)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.readings).toBe(1)
  expect(store.getState()).toMatchObject({ save: 'refused', refusal: { message: 'Project not found' } })
  stop()
})

test('keeps the reason of an ended access while the word that was being typed is refused', async () => {
  const { server, store, say } = start()
  const stop = store.actions.follow()
  await vi.advanceTimersByTimeAsync(0)
  store.actions.type({ wordId: 'w1', mode: 'replace' })
  server.endAccess('Ada removed you from their team.')
  await vi.advanceTimersByTimeAsync(0)
  const ended = { save: 'refused', access: 'viewer', refusal: { message: 'Ada removed you from their team.' } }
  expect(store.getState()).toMatchObject(ended)
  expect(say('w1', 'always')).toBe(true)
  expect(store.getState()).toMatchObject(ended)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.getState()).toMatchObject({ ...ended, pending: [{}] })
  stop()
})

test('turns edits on outdated captions into conflicts that can still be applied', async () => {
  const { server, store, say } = start()
  say('w1', 'one')
  say('w4', 'thing')
  server.forget()
  await store.actions.flush().catch(() => undefined)
  expect(store.getState()).toMatchObject({ pending: [], save: 'saved', conflicts: [{ batches: [{}, {}] }] })
  expect(shown(store)).toBe('never lose a word always.')
  store.actions.resolve(store.getState().conflicts[0]?.id ?? '', 'mine')
  await store.actions.flush()
  expect(server.text()).toBe('one lose a thing always.')
  expect(store.getState().conflicts).toEqual([])
})

test('reloads captions of an editor too far behind and keeps its edits', async () => {
  const { server, store, say } = start()
  const stop = store.actions.follow()
  await vi.advanceTimersByTimeAsync(0)
  server.online = false
  say('w1', 'one')
  server.online = true
  server.changeElsewhere([{ type: 'setWordText', id: 'w5', text: 'ever.' }], { announced: false })
  server.sendReload()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown(store)).toBe('never lose a word ever.')
  expect(store.getState().conflicts).toMatchObject([{ batches: [{ commands: [{ text: 'one' }] }] }])
  stop()
})

/** Delays all events after the captions are replaced. */
async function* delayAfterReplacement(stream: AsyncIterable<CaptionsEvent>, later: Promise<void>) {
  for await (const event of stream) {
    yield event
    if (event.type === 'saved' && event.batches.some(({ isReplacement }) => isReplacement)) await later
  }
}

function shown(store: ReturnType<typeof start>['store']): string {
  return store
    .getState()
    .doc.words.map(({ text }) => text)
    .join(' ')
}

function start(text = 'never lose a word again.', access: 'owner' | 'viewer' = 'owner') {
  const server = new CaptionServer(documentOf(text))
  server.access = access
  const storage = new MemoryStorage()
  const problems: string[] = []
  const store = openStore(server, { storage, onProblem: (problem) => void problems.push(problem) })
  const say = (id: string, said: string) => store.actions.edit([{ type: 'setWordText', id, text: said }])
  return { server, storage, store, say, problems }
}

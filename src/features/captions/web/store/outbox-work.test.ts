import { expect, test } from 'vitest'
import { CaptionServer, documentOf, MemoryStorage } from '../../../../../tests/support/captions.ts'
import { openStore } from '../../../../../tests/support/editor-store.ts'
import { openCaptions } from './open-captions.ts'
import { pendingEdits } from './pending-edits.ts'

test('splits hours of edits into several requests when one cannot hold them', async () => {
  const { server, store, say } = start()
  const recut = (at: number) => store.actions.edit([{ type: 'resegment', profile: 'netflix', newId: `n${at}` }])
  for (let at = 0; at < 30; at++) recut(at)
  say('w1', 'last')
  await store.actions.flush()
  expect(server.document.words[0]?.text).toBe('last')
  expect(server.document.rev).toBe(32)
  expect(server.requests).toBeGreaterThan(1)
})

test("splits hours of stored edits into several requests, also onto another's edit", async () => {
  const first = start()
  first.server.online = false
  const recut = (at: number) => first.store.actions.edit([{ type: 'resegment', profile: 'netflix', newId: `n${at}` }])
  for (let at = 0; at < 30; at++) recut(at)
  first.store.actions.dispose()
  first.server.online = true
  first.server.changeElsewhere([{ type: 'setStyle', styleId: 'main', patch: { fill: { active: '#ff0000' } } }])
  const opened = await openCaptions({
    api: first.server,
    projectId: 'p',
    clientId: 'b',
    store: pendingEdits('p', 'b', first.storage),
  })
  expect(opened).toMatchObject({ recovered: 30, conflicts: [] })
  expect(first.server.document.rev).toBe(32)
})

test('rejects an edit too large for a request at once, without losing others', async () => {
  const { store, problems } = start()
  const recut = { type: 'resegment', profile: 'netflix', newId: 'n' } as const
  expect(store.actions.edit(Array.from({ length: 200 }, () => recut))).toBe(false)
  expect(problems).toEqual(['This edit is too large. Make it in smaller parts.'])
  expect(store.getState()).toMatchObject({ pending: [], save: 'saved' })
})

/** An editor of 3,000 words: each recut costs a large part of the budget of one request. */
function start() {
  const server = new CaptionServer(documentOf(Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(' ')))
  const storage = new MemoryStorage()
  const problems: string[] = []
  const store = openStore(server, { storage, onProblem: (problem) => void problems.push(problem) })
  const say = (id: string, said: string) => store.actions.edit([{ type: 'setWordText', id, text: said }])
  return { server, storage, store, say, problems }
}

import { expect, test } from 'vitest'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { openStore } from '../../../../../tests/support/editor-store.ts'
import type { Command } from '../../model/index.ts'
import { choiceText } from '../frame/conflict-text.ts'

const JOIN: Command = { type: 'mergeWords', ids: ['w2', 'w3'], text: 'losea' }

test('keeps my deletion of a word joined elsewhere, and its neighbour', async () => {
  const { choices, keep } = await start({ mine: [deleted('w3')], theirs: [JOIN] })
  expect(choices).toEqual([{ mine: 'Keep mine: “lose”', theirs: 'Keep theirs: “losea”' }])
  expect(await keep('mine')).toBe('never lose word again.')
})

test('keeps my join of words of which one was deleted elsewhere', async () => {
  const { choices, keep } = await start({ mine: [JOIN], theirs: [deleted('w3')] })
  expect(choices).toEqual([{ mine: 'Keep mine: “losea”', theirs: 'Keep theirs: “lose”' }])
  expect(await keep('mine')).toBe('never losea word again.')
})

test('deletes or keeps words joined elsewhere by the choice', async () => {
  const both = { mine: [deleted('w2', 'w3')], theirs: [JOIN] }
  const { choices, keep } = await start(both)
  expect(choices).toEqual([{ mine: 'Keep mine: delete it', theirs: 'Keep theirs: “losea”' }])
  expect(await keep('mine')).toBe('never word again.')
  expect(await (await start(both)).keep('theirs')).toBe('never losea word again.')
})

test.each([
  ['w2', 'miss', 'miss a'],
  ['w3', 'the', 'lose the'],
])('keeps my text of a word joined elsewhere, with its neighbour: %s', async (id, text, kept) => {
  const { choices, keep } = await start({ mine: [{ type: 'setWordText', id, text }], theirs: [JOIN] })
  expect(choices).toEqual([{ mine: `Keep mine: “${kept}”`, theirs: 'Keep theirs: “losea”' }])
  expect(await keep('mine')).toBe(`never ${kept} word again.`)
})

test('keeps my tag of words joined elsewhere', async () => {
  const mark: Command = { type: 'setTag', ids: ['w2', 'w3'], tag: 'keyword', on: true }
  const { keep, tagged } = await start({ mine: [mark], theirs: [JOIN] })
  expect(await keep('mine')).toBe('never losea word again.')
  expect(tagged()).toEqual(['losea'])
})

test('keeps a deletion that both made', async () => {
  const { keep } = await start({ mine: [deleted('w2', 'w3')], theirs: [deleted('w3')] }, [deleted('w2')])
  expect(await keep('mine')).toBe('never word again.')
})

test('keeps my deletion of words of which one is also deleted elsewhere', async () => {
  const { choices, keep } = await start({ mine: [deleted('w2', 'w3')], theirs: [deleted('w3', 'w4')] })
  expect(choices).toEqual([{ mine: 'Keep mine', theirs: 'Keep theirs' }])
  expect(await keep('mine')).toBe('never again.')
})

test('keeps my deletion of words whose insertion waits for a choice', async () => {
  const server = new CaptionServer(documentOf('so here is the thing nobody tells you about growing a channel'))
  const { actions, getState } = editorOf(server, [])
  const [cue] = server.document.tracks[0].cues
  if (cue === undefined) throw new Error('expected captions')
  server.changeElsewhere([{ type: 'setBreaks', id: cue.id, breaks: [cue.to] }])
  actions.edit([{ type: 'insertWords', after: cue.to, words: [{ id: 'n1', text: 'single' }], cueId: 'n2' }])
  actions.edit([deleted('n1')])
  await actions.flush()
  const [conflict] = getState().conflicts
  expect(conflict?.batches.map(({ commands }) => commands[0]?.type)).toEqual(['insertWords', 'deleteWords'])
  actions.resolve(conflict?.id ?? '', 'mine')
  await actions.flush()
  expect(server.text()).not.toContain('single')
})

function deleted(...ids: string[]): Command {
  return { type: 'deleteWords', ids }
}

/**
 * Both edit “never lose a word again.”, and theirs is saved first; they make `later` before the conflict is resolved.
 */
async function start({ mine, theirs }: { mine: Command[]; theirs: Command[] }, later: Command[] = []) {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  const problems: string[] = []
  const { actions, getState } = editorOf(server, problems)
  server.changeElsewhere(theirs)
  actions.edit(mine)
  await actions.flush()
  const { conflicts } = getState()
  if (later.length > 0) {
    server.changeElsewhere(later)
    // Another edit triggers the update.
    actions.edit([{ type: 'setWordText', id: 'w5', text: 'again.' }])
    await actions.flush()
  }
  const keep = async (whose: 'mine' | 'theirs') => {
    for (const { id } of conflicts) actions.resolve(id, whose)
    await actions.flush()
    expect(problems).toEqual([])
    expect(getState().conflicts).toEqual([])
    return server.text()
  }
  const tagged = () => server.document.words.filter(({ tags }) => tags.length > 0).map(({ text }) => text)
  return { choices: conflicts.map(({ details }) => choiceText(details)), keep, tagged }
}

function editorOf(server: CaptionServer, problems: string[]) {
  const { actions, getState } = openStore(server, { onProblem: (problem) => void problems.push(problem) })
  return { actions, getState }
}

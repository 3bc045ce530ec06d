import { expect, test } from 'vitest'
import { documentOf, MemoryStorage } from '../../../../../../tests/support/captions.ts'
import type { Command } from '../../../model/index.ts'
import { createEditorStore } from '../editor-store.ts'
import { pendingEdits } from '../pending-edits.ts'
import { addSuggestion, layered, liveOf } from './layer-suggestions.ts'
import { suggestStore } from './unsent-suggestions.ts'

const setText = (id: string, text: string): Command => ({ type: 'setWordText', id, text })

test('a suggestion builds only on those that use the same words, and on what they build on', () => {
  const { suggest, own } = start('one two three four')
  suggest([{ type: 'insertWords', after: 'w1', words: [{ id: 'n1', text: 'and' }] }])
  suggest([setText('w4', 'vier')])
  suggest([setText('n1', 'plus')])
  suggest([setText('n1', 'minus')])
  const [added, , renamed] = own().map(({ batchId }) => batchId)
  expect(own().map(({ buildsOn }) => buildsOn)).toEqual([[], [], [added], [added, renamed]])
})

test('without the suggestion that it builds on, another one is left out until that returns', () => {
  const { suggest, store, own, text } = start('one two three')
  suggest([{ type: 'insertWords', after: 'w1', words: [{ id: 'n1', text: 'and' }] }])
  suggest([setText('n1', 'plus')])
  suggest([setText('w3', 'drei')])
  const all = own()
  const show = (shown: typeof all) => {
    const state = store.getState()
    store.setState(layered({ ...state.suggest, own: shown }, liveOf(state).doc))
  }
  show(all.slice(1))
  expect(text()).toBe('one two drei')
  show(all)
  expect(text()).toBe('one plus two drei')
  expect(liveOf(store.getState()).doc.words.map((word) => word.text)).toEqual(['one', 'two', 'three'])
})

test('marks words by what a suggestion does to them, with the text that it replaces', () => {
  const { suggest, marks } = start('one two three four five six')
  suggest([setText('w1', 'eins')])
  suggest([{ type: 'deleteWords', ids: ['w2', 'w3'] }])
  suggest([{ type: 'insertWords', after: 'w4', words: [{ id: 'n1', text: 'and' }] }])
  suggest([{ type: 'setTag', ids: ['w5'], tag: 'keyword', on: true }])
  suggest([{ type: 'deleteWords', ids: ['w6'] }])
  expect(marks()).toEqual({
    w1: { kind: 'changed', was: 'one' },
    w4: { kind: 'beside', was: 'two three' },
    n1: { kind: 'added', was: null },
    w5: { kind: 'formatted', was: null, wasAfter: 'six' },
  })
})

test('a later edit in the mode changes neither the captions nor what is sent for them', () => {
  const { suggest, store } = start('one two three')
  suggest([setText('w1', 'eins')])
  const { pending, saved, past } = store.getState()
  expect(pending).toEqual([])
  expect(saved.words[0]?.text).toBe('one')
  expect(past).toHaveLength(0)
})

/** An editor in suggest mode. */
function start(said: string) {
  const document = documentOf(said)
  const mode = suggestStore('p', 'c', new MemoryStorage())
  mode.setSuggesting(true)
  const refuse = () => Promise.reject(new TypeError('network'))
  const api = {
    suggestions: refuse,
    ownSuggestions: refuse,
    suggest: refuse,
    withdrawSuggestions: refuse,
    acceptSuggestions: refuse,
    declineSuggestions: refuse,
  }
  const store = createEditorStore({
    document,
    access: 'editor',
    conflicts: [],
    api: { get: refuse, apply: refuse, watch: refuse, here: refuse },
    projectId: 'p',
    clientId: 'c',
    store: pendingEdits('p', 'c', new MemoryStorage()),
    suggestions: { api, store: mode },
    onProblem: () => undefined,
  })
  return {
    store,
    suggest(commands: Command[]) {
      const { doc, suggest } = addSuggestion(store.getState(), commands)
      store.setState({ doc, suggest })
    },
    own: () => store.getState().suggest.own,
    text: () =>
      store
        .getState()
        .doc.words.map((word) => word.text)
        .join(' '),
    marks: () => Object.fromEntries(store.getState().suggest.marks),
  }
}

import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { acceptBatches, applyCommands, type CaptionDocument, type Command, cuesOf, type SavedBatch } from '../index.ts'

const RED = { fill: { upcoming: '#ff0000' } }

test('shares one style among words and captions with equal patches', () => {
  const [cue] = cuesOf(start())
  const doc = after([
    { type: 'setWordStyle', wordIds: ['w1'], patch: { fill: { upcoming: '#ff0000', active: '#00ff00' } } },
    { type: 'setWordStyle', wordIds: ['w3'], patch: { fill: { active: '#00ff00', upcoming: '#ff0000' } } },
    { type: 'setCueStyle', cueIds: [cue?.id ?? ''], patch: { fill: { active: '#00ff00', upcoming: '#ff0000' } } },
  ])
  expect(derived(doc)).toHaveLength(1)
  expect(doc.words[0]?.styleId).toBe(doc.words[2]?.styleId)
  expect(cuesOf(doc)[0]?.styleId).toBe(doc.words[0]?.styleId)
})

test.each<[string, Command]>([
  ['is reset', { type: 'setWordStyle', wordIds: ['w1'], patch: null }],
  ['gets an empty patch', { type: 'setWordStyle', wordIds: ['w1'], patch: { fill: {} } }],
  ['gets another style', { type: 'setWordStyle', wordIds: ['w1'], patch: { stroke: null } }],
  ['is deleted', { type: 'deleteWords', ids: ['w1'] }],
])('removes a style when its last word %s, and restores it on undo', (_, command) => {
  const styled = after([{ type: 'setWordStyle', wordIds: ['w1'], patch: RED }])
  const red = styled.words[0]?.styleId ?? ''
  const { doc, inverse } = applyCommands(styled, [command])
  expect(doc.styles).not.toHaveProperty(red)
  expect(applyCommands(doc, inverse).doc).toEqual(styled)
})

test('keeps a style that another word still uses', () => {
  const styled = after([{ type: 'setWordStyle', wordIds: ['w1', 'w2'], patch: RED }])
  const doc = after([{ type: 'deleteWords', ids: ['w1'] }], styled)
  expect(doc.styles[doc.words[0]?.styleId ?? '']).toEqual(RED)
})

test('undoes a reset after somebody else removed the style of the other words', () => {
  const styled = after([{ type: 'setWordStyle', wordIds: ['w1', 'w2'], patch: RED }])
  const reset = applyCommands(styled, [{ type: 'setWordStyle', wordIds: ['w1'], patch: null }])
  const theirs = after([{ type: 'setWordStyle', wordIds: ['w2'], patch: null }], reset.doc)
  expect(derived(theirs)).toEqual([])
  const undone = after(reset.inverse, theirs)
  expect(undone.styles[undone.words[0]?.styleId ?? '']).toEqual(RED)
})

test('merges two people who style different words alike', () => {
  const doc = start()
  const since = saved(doc, [{ type: 'setWordStyle', wordIds: ['w1'], patch: RED }])
  const commands: Command[] = [{ type: 'setWordStyle', wordIds: ['w3'], patch: RED }]
  const merged = acceptBatches({ base: doc, ...since, batches: [{ batchId: 'mine', commands }] })
  expect(merged.refused).toEqual([])
  expect(derived(merged.doc)).toHaveLength(1)
})

test('reports a conflict when two people style one word', () => {
  const doc = start()
  const since = saved(doc, [{ type: 'setWordStyle', wordIds: ['w1'], patch: RED }])
  const commands: Command[] = [{ type: 'setWordStyle', wordIds: ['w1'], patch: { stroke: null } }]
  const merged = acceptBatches({ base: doc, ...since, batches: [{ batchId: 'mine', commands }] })
  expect(merged.refused).toMatchObject([{ details: { part: 'words', wordIds: ['w1'] } }])
})

test('refuses to set the patch behind a word’s style', () => {
  const styled = after([{ type: 'setWordStyle', wordIds: ['w1'], patch: RED }])
  const styleId = styled.words[0]?.styleId ?? ''
  expect(() => after([{ type: 'setStyle', styleId, patch: {} }], styled)).toThrow('Set the style of the words')
})

test('refuses more styles than a document can hold, and allows replacing one', () => {
  const many = Object.fromEntries(Array.from({ length: 199 }, (_, at) => [`s${at}`, {}]))
  const full = after([{ type: 'setWordStyle', wordIds: ['w1'], patch: RED }], { ...start(), styles: many })
  const restyle = (id: string): Command[] => [{ type: 'setWordStyle', wordIds: [id], patch: { stroke: null } }]
  expect(() => after(restyle('w2'), full)).toThrow('at most 200 styles')
  expect(Object.keys(after(restyle('w1'), full).styles)).toHaveLength(200)
})

function start(): CaptionDocument {
  return documentOf('never lose a word again.')
}

function after(commands: Command[], doc: CaptionDocument = start()): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function derived({ styles }: CaptionDocument): string[] {
  return Object.keys(styles).filter((id) => id.startsWith('look-'))
}

/** The captions after an edit that somebody else saved. */
function saved(base: CaptionDocument, commands: Command[]) {
  const current = { ...after(commands, base), rev: base.rev + 1 }
  const by = { name: 'Ana', you: false }
  const since: SavedBatch[] = [{ batchId: 'theirs', revision: current.rev, commands, by, isReplacement: false }]
  return { current, since }
}

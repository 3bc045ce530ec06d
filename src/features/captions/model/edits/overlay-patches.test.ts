import { expect, test } from 'vitest'
import { applyPatches, newestTemplate, TEMPLATES } from '#features/templates/model/index.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { overlayPatches } from './overlay-patches.ts'

test('a title is a little larger than captions of a usual size', () => {
  expect(sizeOfTitle('karaoke')).toBeCloseTo(newestTemplate('karaoke').font.size * 1.2)
})

test('no template makes a title of two lines that reaches the captions', () => {
  for (const { id } of TEMPLATES) expect(sizeOfTitle(id), id).toBeLessThanOrEqual(0.07)
})

function sizeOfTitle(id: string): number {
  const overlays = { title: { text: 'Hi', t0: 0, t1: 1_000 } }
  const { template, patches } = overlayPatches(
    { ...documentOf('one two'), template: { id, version: newestTemplate(id).version }, overlays },
    'title',
  )
  return applyPatches(template, patches).font.size
}

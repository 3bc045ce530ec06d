import { expect, test } from 'vitest'
import { pathsOf, perWordFields, withoutFields } from './patch-fields.ts'

test('removes fields, whole sections, and sections that are then empty', () => {
  const patch = { font: { size: 0.05, weight: 900 }, stroke: { width: 0.1 }, shadows: [] }
  expect(withoutFields(patch, ['font.size', 'stroke.width'])).toEqual({ font: { weight: 900 }, shadows: [] })
  expect(withoutFields(patch, ['font', 'shadows'])).toEqual({ stroke: { width: 0.1 } })
  expect(withoutFields({ stroke: null }, ['stroke.width', 'box.color'])).toEqual({ stroke: null })
})

test('lists the paths of a patch', () => {
  const patch = { font: { size: 0.05 }, stroke: null, shadows: [], animation: { enter: { preset: 'pop' } } }
  expect(pathsOf(patch)).toEqual(['font.size', 'stroke', 'shadows', 'animation.enter.preset'])
})

test('keeps only what single words can have', () => {
  const patch = { font: { size: 0.05 }, fill: { upcoming: '#FF0000' }, layout: { y: 0.5 }, animation: { boxMs: 10 } }
  expect(perWordFields(patch)).toEqual({ font: { size: 0.05 }, fill: { upcoming: '#FF0000' } })
})

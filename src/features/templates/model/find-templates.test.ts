import { expect, test } from 'vitest'
import { newestTemplate, TEMPLATES } from './catalogue.ts'
import { findTemplates } from './find-templates.ts'

test('finds templates by name, description and tag, in any case and without accents', () => {
  expect(namesFor('KARA')).toContain('Karaoke')
  expect(namesFor('bóxed')).toEqual(['Boxed'])
  expect(namesFor('hops from word')).toEqual(['Follow Pill'])
  expect(namesFor('podcast')).toContain('Boxed')
})

test('requires every word of the query, in any order', () => {
  expect(namesFor('  line  clean ')).toEqual(['Clean Line'])
  expect(namesFor('clean hops')).toEqual([])
})

test('puts names before descriptions, and all templates in order for an empty query', () => {
  const described = { ...newestTemplate('boxed'), id: 'other', name: 'Other', description: 'Like karaoke.' }
  expect(findTemplates([described, newestTemplate('karaoke')], 'karaoke').map(({ name }) => name)).toEqual([
    'Karaoke',
    'Other',
  ])
  expect(findTemplates(TEMPLATES, ' ')).toEqual(TEMPLATES)
})

function namesFor(query: string): string[] {
  return findTemplates(TEMPLATES, query).map(({ name }) => name)
}

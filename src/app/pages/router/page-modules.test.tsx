import { expect, test } from 'vitest'
import { loadPage } from './page-modules.ts'

test('loads the text of a page that a visitor navigates to', async () => {
  expect((await loadPage('/updates', { sells: true })).text).toMatch(/^# Changelog\n/)
})

test('gives a page without a text of its own an empty one', async () => {
  expect((await loadPage('/blog', { sells: true })).text).toBe('')
})

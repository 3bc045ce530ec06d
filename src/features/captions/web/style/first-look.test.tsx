import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newestTemplate } from '#features/templates/model/index.ts'
import { MAIN_STYLE } from '../../model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor } from '../../../../../tests/support/editor.tsx'

const { id, version } = newestTemplate('bounce')

test('captions of a silent video start in the look chosen before', async () => {
  const server = new CaptionServer({ ...documentOf(''), words: [], rev: 1 })
  const uses = await open(server)
  await sent(() => server.document.template).toEqual({ id, version })
  expect(server.document.styles[MAIN_STYLE]).toEqual({ font: { size: 0.06 } })
  expect(uses).toEqual(['used'])
})

test('captions that were edited before keep their template, and the choice is used up', async () => {
  const server = new CaptionServer({ ...documentOf('hello there'), rev: 7 })
  const before = server.document.template
  const uses = await open(server)
  await expect.poll(() => uses).toEqual(['used'])
  expect(server.document.template).toEqual(before)
})

async function open(server: CaptionServer): Promise<string[]> {
  const uses: string[] = []
  await showEditor(server, {
    firstLook: {
      look: { template: { id, version }, patch: { font: { size: 0.06 } } },
      onUsed: () => uses.push('used'),
    },
  })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  return uses
}

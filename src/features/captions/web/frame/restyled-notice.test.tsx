import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MAIN_STYLE } from '#features/captions/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

const style = (size: number) => ({ type: 'setStyle' as const, styleId: MAIN_STYLE, patch: { font: { size } } })
const changed = () => page.getByRole('region', { name: 'Changed look' })

test('says who changed the look, and restores the one before as a new edit', async () => {
  const server = await start()
  const before = server.document
  server.changeElsewhere([style(0.08)], { by: 'Bea' })
  server.changeElsewhere([style(0.1)], { by: 'Bea' })
  await expect.element(changed().getByText('Bea changed the look.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo their change' }).click()
  await expect.element(changed()).not.toBeInTheDocument()
  await sent(() => server.document.styles).toEqual(before.styles)
  expect(server.document.rev).toBe(before.rev + 3)
})

test('keeps the look of somebody else on request, and is silent about changed words', async () => {
  const server = await start()
  server.changeElsewhere([{ type: 'setTemplate', template: { id: 'boxed', version: 1 } }], { by: 'Bea' })
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  server.changeElsewhere([{ type: 'setWordText', id: 'w2', text: 'loose' }], { by: 'Bea' })
  await expect.element(word('loose')).toBeVisible()
  await expect.element(changed()).not.toBeInTheDocument()
  expect(server.document.template.id).toBe('boxed')
})

async function start() {
  localStorage.clear()
  const server = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(server)
  await expect.element(word('lose')).toBeVisible()
  return server
}

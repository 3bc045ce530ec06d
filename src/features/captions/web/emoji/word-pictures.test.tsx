import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { editorOf, sent, word } from '../../../../../tests/support/editor.tsx'
import { EditorBrand } from '../store/editor-brand.ts'

test('hangs a picture of the account on a word, moves and resizes it, and undoes each', async () => {
  const server = await start()
  await openPictures()
  await page.getByRole('button', { name: 'Hang sticker' }).click()
  const item = () => decorOf(server)?.[0]
  await sent(item).toMatchObject({ kind: 'image', assetId: 'sticker', side: 'above', size: 2 })
  await page.getByRole('combobox', { name: 'Place of Sticker' }).selectOptions('Below')
  await page.getByRole('combobox', { name: 'Size of Sticker' }).selectOptions('L')
  await sent(item).toMatchObject({ side: 'below', size: 3.5 })
  await page.getByRole('button', { name: 'Remove Sticker' }).click()
  await sent(() => decorOf(server)).toBeUndefined()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(item).toMatchObject({ side: 'below', size: 3.5 })
})

test('says that a picture was removed from the account', async () => {
  const server = await start()
  const decor = { id: 'd1', kind: 'image', assetId: 'gone', side: 'above' } as const
  server.changeElsewhere([{ type: 'setDecor', items: [{ wordId: 'w2', decor }] }])
  await openPictures()
  await expect.element(page.getByText('This picture was removed, and the video is drawn without it.')).toBeVisible()
})

async function openPictures(): Promise<void> {
  await word('pizza').click()
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await page.getByRole('button', { name: 'Pictures' }).click()
}

function decorOf({ document: { words } }: CaptionServer) {
  return words.find(({ text }) => text === 'pizza')?.decor
}

async function start(): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf('my pizza'))
  await render(<EditorBrand value={BRAND}>{editorOf(server)}</EditorBrand>)
  return server
}

const BRAND: EditorBrand = {
  fonts: [],
  manageFonts: null,
  logos: ['sticker'],
  kitLogo: null,
  logoPicker: ({ onChange }) => (
    <button type="button" onClick={() => onChange('sticker')}>
      Hang sticker
    </button>
  ),
  pictures: [{ id: 'sticker', name: 'Sticker', thumbnail: null }],
  colors: [],
  followed: null,
  kit: null,
}

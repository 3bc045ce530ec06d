import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ownFamily } from '#features/templates/model/index.ts'
import { EditorBrand, NO_BRAND } from '../store/editor-brand.ts'
import { FontControl } from './font-control.tsx'

const ACME = { family: ownFamily('0a000000-0000-4000-8000-000000000001'), label: 'Acme Grotesk Bold' }
const font = page.getByRole('combobox', { name: 'Font', exact: true })

test('own fonts stand first in the list, under a heading of their own', async () => {
  const chosen: string[] = []
  await show({ value: 'inter', fonts: [ACME], chosen })
  await font.fill('acme')
  await expect.element(page.getByRole('group', { name: 'Your fonts' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toEqual([ACME.family])
})

test('says that the chosen font is missing, and keeps it', async () => {
  await show({ value: ACME.family, fonts: [] })
  await expect.element(font).toHaveValue('Missing font')
  await expect.element(font).toHaveAccessibleDescription(/The captions use the font of the template\./)
})

test('does not call a font missing before the own fonts are known', async () => {
  await show({ value: ACME.family, fonts: null })
  await expect.element(font).toHaveValue('Your font')
  await expect.element(page.getByText('This font is missing')).not.toBeInTheDocument()
})

type Shown = Pick<EditorBrand, 'fonts'> & {
  readonly value: Parameters<typeof FontControl>[0]['value']
  readonly chosen?: string[]
}

function show({ value, fonts, chosen = [] }: Shown) {
  return render(
    <EditorBrand value={{ ...NO_BRAND, fonts }}>
      <FontControl
        label="Font"
        value={value}
        fontName={({ family }) => family}
        onChange={(family) => void chosen.push(family)}
      />
    </EditorBrand>,
  )
}

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { editorOf, eventually } from '../../../../../tests/support/editor.tsx'
import type { Overlays } from '../../model/index.ts'
import { EditorBrand, useEditorBrand } from '../store/editor-brand.ts'

const panel = page.getByRole('region', { name: 'Title and end' })
const logo = panel.getByRole('switch', { name: 'Logo', exact: false })
const undo = page.getByRole('button', { name: 'Undo' })

test('puts the logo of the kit on the video, and moves, sizes and fades it', async () => {
  const { saved } = await start({ logos: ['a', 'b'], kitLogo: { assetId: 'b', anchor: 'bottom-left', size: 0.3 } })
  await logo.click()
  await saved().toEqual({ logo: { assetId: 'b', anchor: 'bottom-left', size: 0.3 } })
  panel.getByRole('radio', { name: 'Bottom left' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await panel.getByRole('slider', { name: 'Size' }).fill('45')
  await panel.getByRole('slider', { name: 'Distance from the edge' }).fill('2')
  await panel.getByRole('slider', { name: 'Opacity' }).fill('60')
  await saved().toEqual({ logo: { assetId: 'b', anchor: 'bottom', size: 0.45, margin: 0.02, opacity: 0.6 } })
  await panel.getByRole('button', { name: 'Reset place and size' }).click()
  const reset = { assetId: 'b', anchor: 'bottom-left', size: 0.3, margin: 0.05, opacity: 1 }
  await saved().toEqual({ logo: reset })
  await undo.click()
  await saved().toMatchObject({ logo: { anchor: 'bottom' } })
})

test('shows the logo for a part of the video', async () => {
  const { saved } = await start({ logos: ['a'] })
  await logo.click()
  await panel.getByRole('switch', { name: 'Only for a part of the video' }).click()
  await panel.getByRole('textbox', { name: 'From' }).fill('0:00.200')
  await panel.getByRole('textbox', { name: 'To' }).click()
  await saved().toMatchObject({ logo: { assetId: 'a', t0: 200 } })
  await panel.getByRole('slider', { name: 'Size' }).fill('50')
  await saved().toMatchObject({ logo: { size: 0.5, t0: 200 } })
  await panel.getByRole('button', { name: 'Reset place and size' }).click()
  await saved().toMatchObject({ logo: { size: 0.2, t0: 200 } })
  await panel.getByRole('switch', { name: 'Only for a part of the video' }).click()
  await saved().toEqual({ logo: { assetId: 'a', anchor: 'top-right', size: 0.2, margin: 0.05, opacity: 1 } })
  await logo.click()
  await saved().toEqual(null)
})

test('says that a removed logo is missing, and takes another one', async () => {
  const { saved } = await start({ logos: ['b'], overlays: { logo: { assetId: 'a', size: 0.4 } } })
  await expect.element(panel.getByText('This logo is missing')).toBeVisible()
  await panel.getByRole('button', { name: 'Choose b' }).click()
  await saved().toEqual({ logo: { assetId: 'b', size: 0.4 } })
  await expect.element(panel.getByText('This logo is missing')).not.toBeInTheDocument()
})

test('without any logo, choosing the first one puts it on the video', async () => {
  const { saved } = await start({ logos: [] })
  await expect.element(logo).toBeDisabled()
  await panel.getByRole('button', { name: 'Choose new' }).click()
  await saved().toMatchObject({ logo: { assetId: 'new', anchor: 'top-right' } })
})

type Start = {
  readonly logos: readonly string[]
  readonly kitLogo?: NonNullable<Overlays['logo']>
  readonly overlays?: Overlays
}

async function start({ logos, kitLogo, overlays }: Start) {
  const api = new CaptionServer({ ...documentOf('never lose a word again.'), ...(overlays && { overlays }) })
  await render(
    <Brand logos={logos} kitLogo={kitLogo ?? null}>
      {editorOf(api)}
    </Brand>,
  )
  await expect.element(panel).toBeVisible()
  const saved = () => {
    dispatchEvent(new Event('online'))
    return eventually(() => api.document.overlays ?? null)
  }
  return { saved }
}

type BrandProps = Pick<EditorBrand, 'logos' | 'kitLogo'> & { readonly children: React.ReactNode }

/** The logos of an account as buttons. */
function Brand({ logos, kitLogo, children }: BrandProps) {
  const others = useEditorBrand()
  const offered = logos?.length === 0 ? ['new'] : (logos ?? [])
  const logoPicker: EditorBrand['logoPicker'] = ({ onChange }) =>
    offered.map((id) => (
      <button key={id} type="button" onClick={() => onChange(id)}>
        Choose {id}
      </button>
    ))
  return <EditorBrand value={{ ...others, logos, kitLogo, logoPicker }}>{children}</EditorBrand>
}

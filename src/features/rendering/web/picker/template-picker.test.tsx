import { useEffect, useState } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TemplatePickerSlot } from '#features/captions/web/index.ts'
import { newestTemplate, PUBLISHED, type Template, TEMPLATES } from '#features/templates/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor } from '../../../../../tests/support/editor.tsx'
import { TemplatePicker } from '../index.ts'
import { noteRecentTemplate, recentTemplates } from './recent-templates.ts'

afterEach(() => localStorage.clear())

const KARAOKE = newestTemplate('karaoke')
const NEWER: Template = { ...KARAOKE, version: KARAOKE.version + 1, accents: ['#FF0000'] }
const WITH_NEW_VERSION = PUBLISHED.flatMap((template) => (template === KARAOKE ? [template, NEWER] : template))

test('offers a new version of the chosen template, applies it and undoes it', async () => {
  const { server } = await start({ id: 'karaoke', version: KARAOKE.version }, WITH_NEW_VERSION)
  await expect.element(page.getByText('New version of Karaoke')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Karaoke', exact: true })).toBeChecked()

  const see = page.getByRole('button', { name: 'See it' })
  see.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('figure', { name: 'New' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Hide it' })).toHaveAttribute('aria-expanded', 'true')
  expect(server.document.template).toEqual({ id: 'karaoke', version: KARAOKE.version })

  await page.getByRole('button', { name: 'Use it' }).click()
  await sent(() => server.document.template).toEqual({ id: 'karaoke', version: NEWER.version })
  await expect.element(page.getByRole('group', { name: 'Templates' })).toHaveFocus()
  await expect.element(page.getByText('New version of Karaoke')).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => server.document.template).toEqual({ id: 'karaoke', version: KARAOKE.version })
  await expect.element(page.getByText('New version of Karaoke')).toBeVisible()
})

test('offers a version only where it draws something else in the shape of the video', async () => {
  await start({ id: 'one-word-pop', version: 1 }, PUBLISHED)
  await expect.element(page.getByRole('radio', { name: 'One Word Pop', exact: true })).toBeChecked()
  await expect.element(page.getByText(/^New version/u)).not.toBeInTheDocument()
})

test('offers letters that fit a wide video', async () => {
  const { server } = await start({ id: 'one-word-pop', version: 1 }, PUBLISHED, { w: 1_920, h: 1_080 })
  await page.getByRole('button', { name: 'Use it' }).click()
  await sent(() => server.document.template).toEqual({ id: 'one-word-pop', version: 2 })
  await expect.element(page.getByText(/^New version/u)).not.toBeInTheDocument()
})

test('selects another template in its newest version', async () => {
  const { server } = await start({ id: 'one-word-pop', version: 1 }, WITH_NEW_VERSION)
  await expect.element(page.getByText(/^New version/u)).not.toBeInTheDocument()
  await page.getByText('Karaoke', { exact: true }).click()
  await sent(() => server.document.template).toEqual({ id: 'karaoke', version: NEWER.version })
})

test('reports an unavailable version and keeps it until another is chosen', async () => {
  const { server } = await start({ id: 'karaoke', version: 9 }, PUBLISHED)
  await expect.element(page.getByText('Version 9 of Karaoke is not available')).toBeVisible()
  expect(server.document.template).toEqual({ id: 'karaoke', version: 9 })
  await page.getByRole('button', { name: 'Use Karaoke, version 2' }).click()
  await sent(() => server.document.template).toEqual({ id: 'karaoke', version: KARAOKE.version })
  await expect.element(page.getByText(/is not available/u)).not.toBeInTheDocument()
})

test('opens captions with an unknown template and offers all templates', async () => {
  const { server } = await start({ id: 'from-elsewhere', version: 1 }, PUBLISHED)
  await expect.element(page.getByText('The template of these captions is not available')).toBeVisible()
  await page.getByText('Karaoke', { exact: true }).click()
  await sent(() => server.document.template).toEqual({ id: 'karaoke', version: KARAOKE.version })
})

test('opens on a row of templates with the most used controls below it, on a phone too', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1_280, 720))
  await start({ id: 'boxed', version: newestTemplate('boxed').version }, PUBLISHED)
  await page.getByRole('tab', { name: 'Style' }).click()
  await expect.element(page.getByText('All captions')).toBeInViewport()
  await expect.element(page.getByText('Boxed', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'Show all' }).click()
  const rows = new Set(page.getByRole('group', { name: 'Templates' }).getByRole('radio').elements().map(topOf))
  expect(rows.size).toBeGreaterThan(2)
  await expect.element(page.getByRole('button', { name: 'Show fewer' })).toHaveAttribute('aria-expanded', 'true')
})

test('moves through templates with arrow keys without an edit, and chooses with Enter', async () => {
  const { server } = await start({ id: 'karaoke', version: 1 }, PUBLISHED)
  await page.getByRole('button', { name: 'Show all' }).click()
  page.getByRole('radio', { name: 'Karaoke', exact: true }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'Follow Pill' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'One Word Pop' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}')
  await expect.element(page.getByRole('radio', { name: 'Karaoke', exact: true })).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('radio', { name: 'Karaoke', exact: true })).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await sent(() => server.document.template).toEqual({ id: TEMPLATES.at(-1)?.id, version: TEMPLATES.at(-1)?.version })
})

test('narrows templates by search and tag, and offers a way back from none', async () => {
  await start({ id: 'karaoke', version: 1 }, PUBLISHED)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Podcast' }).click()
  await expect.element(page.getByRole('radio', { name: 'Boxed' })).toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: 'Karaoke', exact: true })).not.toBeInTheDocument()
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('bounce')
  await expect.element(page.getByText('No template found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all templates' }).click()
  await expect.element(page.getByRole('radio', { name: 'Karaoke', exact: true })).toBeChecked()
  await expect.element(page.getByRole('searchbox', { name: 'Search templates' })).toHaveValue('')
})

test('keeps starred templates under Favourites', async () => {
  const { favourites } = await start({ id: 'karaoke', version: 1 }, PUBLISHED)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Favourite: Build' }).click()
  expect(favourites()).toEqual(['build'])
  await page.getByRole('button', { name: 'Favourites', exact: true }).click()
  expect(shown()).toEqual(['Build'])
  await page.getByRole('button', { name: 'Favourite: Build' }).click()
  await expect.element(page.getByText('No favourites here')).toBeVisible()
})

test('lists the templates chosen before under Recent, the last one first', async () => {
  for (const id of ['build', 'boxed', 'build', 'a-former-template']) noteRecentTemplate(id)
  await start({ id: 'karaoke', version: 1 }, PUBLISHED)
  await page.getByText('Bounce', { exact: true }).click()
  expect(recentTemplates()).toEqual(['bounce', 'a-former-template', 'build', 'boxed'])
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Recent' }).click()
  expect(shown()).toEqual(['Build', 'Boxed'])
})

/** The names of the listed templates, in order. */
function shown(): (string | null)[] {
  const radios = page.getByRole('group', { name: 'Templates' }).getByRole('radio').elements()
  return radios.map((radio) => radio.getAttribute('aria-label'))
}

function topOf(radio: Element): number {
  return Math.round(radio.parentElement?.getBoundingClientRect().top ?? 0)
}

/** The editor of captions with this template, with these published versions. */
async function start(
  template: { id: string; version: number },
  published: readonly Template[],
  shape: { w: number; h: number } = { w: 1_080, h: 1_920 },
) {
  const document = documentOf('never lose a word again.')
  const server = new CaptionServer({ ...document, template, media: { ...document.media, ...shape } })
  let starred: readonly string[] = []
  function Picker({ document: captions, value, onChange }: TemplatePickerSlot) {
    const [ids, set] = useState(starred)
    useEffect(() => {
      starred = ids
    })
    return (
      <TemplatePicker
        document={captions}
        value={value}
        onChange={onChange}
        published={published}
        favourites={{ ids, set }}
      />
    )
  }
  await showEditor(server, { templatePicker: (slot) => <Picker {...slot} /> })
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  return { server, favourites: () => starred }
}

import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SiteNotice } from '#platform/shared/contacts.ts'
import { siteNoticeHtml } from './site-notice.ts'

const NOTICE: SiteNotice = { text: 'New <b>prices</b> in May: [read more](/updates)', isDismissible: true }

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

test('shows the text as words, with its links', async () => {
  show(NOTICE)
  const notice = page.getByRole('region', { name: 'Notice' })
  await expect.element(notice).toMatchTextContent('New <b>prices</b> in May: read more')
  await expect.element(page.getByRole('link', { name: 'read more' })).toHaveAttribute('href', '/updates')
})

test('a dismissed notice stays closed until its text changes', async () => {
  show(NOTICE)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByRole('region', { name: 'Notice' })).not.toBeInTheDocument()
  show(NOTICE)
  await expect.element(page.getByRole('region', { name: 'Notice' })).not.toBeInTheDocument()
  show({ ...NOTICE, text: 'Closed on Sunday' })
  await expect.element(page.getByRole('region', { name: 'Notice' })).toMatchTextContent('Closed on Sunday')
})

test('a notice that stays, and a page without scripts, have no button', () => {
  expect(siteNoticeHtml({ ...NOTICE, isDismissible: false }, true)).not.toContain('<button')
  expect(siteNoticeHtml(NOTICE, false)).not.toMatch(/<button|<script/)
})

/** Scripts run only if they are inserted as elements. */
function show(notice: SiteNotice): void {
  const [html = '', script = ''] = siteNoticeHtml(notice, true).split('<script>')
  document.body.innerHTML = html
  const element = document.createElement('script')
  element.textContent = script.replace('</script>', '')
  document.body.append(element)
}

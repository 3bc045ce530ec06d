import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Site, DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import { SiteContext } from '#platform/web/use-site.ts'
import '../public.css'
import { Footer } from './footer.tsx'

const SITE: Site = {
  origin: 'https://wordpop.example',
  contacts: { legal: 'legal@wordpop.example', support: 'support@wordpop.example', general: 'hello@wordpop.example' },
  links: {},
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the footer links the pages and policies, and names three addresses', async () => {
  await open()
  const links = [
    ['Home', '/'],
    ['Pricing', '/pricing'],
    ['Affiliate Program', '/affiliate'],
    ['Status', '/status'],
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
    ['Cookie', '/cookies'],
    ['Refund', '/refund'],
    ['legal@wordpop.example', 'mailto:legal@wordpop.example'],
    ['support@wordpop.example', 'mailto:support@wordpop.example'],
    ['hello@wordpop.example', 'mailto:hello@wordpop.example'],
  ] as const
  for (const [name, href] of links)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
})

test('shows social links only when the operator sets them', async () => {
  await open()
  await expect.element(page.getByRole('link', { name: 'Microblog' })).not.toBeInTheDocument()
  await open({ ...SITE, links: { microblog: 'https://blog.example/@us', chat: 'https://chat.example/us' } })
  await expect
    .element(page.getByRole('link', { name: 'Microblog' }))
    .toHaveAttribute('href', 'https://blog.example/@us')
  await expect
    .element(page.getByRole('link', { name: 'Chat community' }))
    .toHaveAttribute('href', 'https://chat.example/us')
})

test('the mail button opens a mail, copies the general address and says so for two seconds', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const opened = catchMails()
  await open()
  const button = page.getByRole('button', { name: 'Write to us' })
  await expect.element(button).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const element = button.element()
  await act(async () => element.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(copied).toEqual(['hello@wordpop.example'])
  expect(opened()).toEqual(['mailto:hello@wordpop.example'])
  expect(page.getByText('Email copied!').query()).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_999))
  expect(page.getByText('Email copied!').query()).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(page.getByText('Email copied!').query()).toBeNull()
})

test('opens the mail where copying is forbidden, and claims no copy', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  const opened = catchMails()
  await open()
  await page.getByRole('button', { name: 'Write to us' }).click()
  await expect.poll(opened).toEqual(['mailto:hello@wordpop.example'])
  expect(page.getByText('Email copied!').query()).toBeNull()
})

/** Stops the browser from opening a mail program. */
function catchMails(): () => string[] {
  const opened: string[] = []
  const caught = (event: NavigateEvent) => {
    event.preventDefault()
    opened.push(event.destination.url)
  }
  window.navigation.addEventListener('navigate', caught, { once: true })
  return () => opened
}

async function open(site: Site = SITE) {
  await render(
    <SiteContext value={site}>
      <MemoryRouter>
        <Footer />
      </MemoryRouter>
    </SiteContext>,
  )
}

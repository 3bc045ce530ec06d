import type { Page } from 'playwright'
import { PAGES } from '../tests/authorization/table.ts'

/** The role that sees it. */
export type Who = 'visitor' | 'creator' | 'affiliate'

/** One page in one state. */
export type Scene = {
  /** The start of its pictures' names. */
  readonly name: string
  readonly who: Who
  readonly path: string
  /** Runs before the page is opened, for example to delay an answer of the server. */
  before?(page: Page): Promise<unknown>
  /** Runs after it is opened. */
  after?(page: Page): Promise<unknown>
}

const FIXED = Object.entries(PAGES).filter(([path]) => !path.includes(':') && path !== '*')

/** Every page on opening. */
const PAGE_SCENES: readonly Scene[] = FIXED.map(([path, who]) => ({
  name: path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'),
  who: who === 'public' ? 'visitor' : who === 'guarded' ? 'creator' : 'affiliate',
  path,
}))

/** Pages of other roles, and pages with something open, late, missing or broken. */
const STATES: readonly Scene[] = [
  { name: 'state-not-found', who: 'visitor', path: '/nowhere' },
  { name: 'state-reset-password', who: 'visitor', path: '/reset-password?token=none' },
  { name: 'state-accept-invitation', who: 'visitor', path: '/accept-invitation/b0000000' },
  { name: 'state-affiliate-as-visitor', who: 'visitor', path: '/affiliate/dashboard' },
  { name: 'state-affiliate-landing-affiliate', who: 'affiliate', path: '/affiliate' },
  { name: 'state-project-missing', who: 'creator', path: '/projects/0a000000-0000-4000-8000-000000000001' },
  { name: 'state-home-signed-in', who: 'creator', path: '/' },
  { name: 'state-home-affiliate', who: 'affiliate', path: '/' },
  { name: 'state-pricing-signed-in', who: 'creator', path: '/pricing' },
  { name: 'state-profile-affiliate', who: 'affiliate', path: '/profile' },
  { name: 'state-mobile-menu-visitor', who: 'visitor', path: '/', after: openMenu },
  { name: 'state-menu-creator', who: 'creator', path: '/upload', after: openUserMenu },
  { name: 'state-menu-affiliate', who: 'affiliate', path: '/upload', after: openUserMenu },
  { name: 'state-offline', who: 'creator', path: '/upload', after: goOffline },
  {
    name: 'state-error',
    who: 'creator',
    path: '/upload',
    before: (page) => answer(page, 'accounts/me', { broken: true }),
  },
  { name: 'state-checking', who: 'creator', path: '/upload', before: (page) => page.route('**/rpc/accounts/me', late) },
  {
    name: 'state-upload-loading',
    who: 'creator',
    path: '/upload',
    before: (page) => page.route('**/rpc/media/list', late),
  },
  { name: 'state-upload-failed', who: 'creator', path: '/upload', before: (page) => refuse(page, 'media/list') },
  { name: 'state-login-refused', who: 'visitor', path: '/login', after: logInWrongly },
  { name: 'state-signup-incomplete', who: 'visitor', path: '/signup', after: (page) => submit(page, 'Sign up') },
]

export const SCENES: readonly Scene[] = [...PAGE_SCENES, ...STATES]

async function openMenu(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Open menu' })
  if (await toggle.isVisible()) await toggle.click()
}

async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByText("You're offline").waitFor()
}

/** Replaces the server's answer to a procedure. */
async function answer(page: Page, procedure: string, json: unknown): Promise<void> {
  await page.route(`**/rpc/${procedure}`, (route) => route.fulfill({ json: { json } }))
}

async function refuse(page: Page, procedure: string): Promise<void> {
  const json = { defined: false, code: 'internal', status: 500, message: 'Something went wrong', data: {} }
  await page.route(`**/rpc/${procedure}`, (route) => route.fulfill({ status: 500, json: { json } }))
}

/** An answer that never arrives. */
function late(): Promise<void> {
  return new Promise(() => {})
}

async function logInWrongly(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await submit(page, 'Log in')
}

async function submit(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}

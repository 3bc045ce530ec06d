import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { correctWord, expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { expectMailed, linkMailedTo, unsubscribeLinkIn } from './mailbox.ts'
import { signUpByApi, passwordField, type Person, setTour, somebody } from './person.ts'
import { openPrepared } from './sample.ts'
import { picture } from './screens.ts'
import { openSecondBrowser } from './second-browser.ts'

const REMOVED = 'Ada removed you from their team, so you can no longer open this video.'
const INVITES = /invites you to their videos/

test('an invited visitor signs up, works with the owner’s credits, and is removed', async ({
  page,
  sample,
  browser,
  baseURL,
}, testInfo) => {
  const ada = await signUpOnPro(page)
  const bob = { ...somebody(), name: 'Bob' }
  await openPrepared(page, sample, ada)
  const video = page.url()

  await test.step('the menu leads to the page, and the invitation is mailed', async () => {
    await page.getByRole('button', { name: /^Your account/ }).click()
    const item = page.getByRole('menuitem', { name: /Collaborators/ })
    await expect(item).toContainText('Pro')
    await item.click()
    await expect(page.getByText('0 of 3 seats taken')).toBeVisible()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(bob.email.toUpperCase())
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('1 of 3 seats taken')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Invited' })).toContainText(bob.email)
  })

  const guest = await openSecondBrowser(browser, baseURL)
  await test.step('the link leads a visitor through the sign-up and back', async () => {
    await guest.goto(await linkMailedTo(page, bob.email, INVITES))
    await expect(guest.getByRole('heading', { name: 'Ada invites you to their videos' })).toBeVisible()
    await guest.getByRole('button', { name: 'Sign up and accept' }).click()
    await expect(guest.getByLabel('E-mail')).toHaveValue(bob.email)
    await guest.reload()
    await expect(guest.getByLabel('E-mail')).toHaveValue(bob.email)
    await guest.getByLabel('Display name').fill(bob.name)
    await passwordField(guest).fill(bob.password)
    await guest.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await expect(guest).toHaveURL('/upload')
    await expect(guest.getByRole('region', { name: 'Shared with you by Ada' })).toContainText('Editor')
    await setTour(guest, 'seen')
  })

  await test.step('the collaborator makes captions with the owner’s credits, and corrects a word', async () => {
    await guest.getByRole('region', { name: 'Shared with you by Ada' }).getByRole('link').first().click()
    await expect(guest.getByText('The credits are the owner’s', { exact: false })).toBeVisible()
    await guest.getByRole('button', { name: 'Make captions · 10 credits' }).click()
    const transcript = await openTranscript(guest)
    await expect(guest.getByRole('img', { name: 'Uses the plan and the credits of Ada' })).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Upgrade' })).not.toBeVisible()
    await correctWord(guest, transcript.locator('[data-word]').first(), 'Wonderful')
    await expectSaved(guest)
    await expect(guest.getByText('By Ada', { exact: true })).toBeVisible()
    await guest.getByRole('tab', { name: 'Export' }).click()
    await expect(guest.getByText('This video is Ada’s.', { exact: false })).toBeVisible()
  })

  await test.step('the owner sees the word, and each person’s spending', async () => {
    await page.goto(video)
    await expect((await openTranscript(page)).getByRole('button', { name: 'Wonderful', exact: true })).toBeVisible()
    await page.goto('/collaborators')
    await expect(page.getByText(/^Spent 10 credits in /)).toBeVisible()
    await expect(page.getByText(/^Edited the captions of sentence-small on /)).toBeVisible()
    await page.getByRole('button', { name: 'Set a limit for Bob' }).click()
    await page.getByRole('textbox', { name: 'Credits a month' }).fill('10')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Spent 10 of 10 credits in /)).toBeVisible()
    await expectAccessible(page, 'the team’s page')
    await picture(page, testInfo, 'team')
    await page.goto('/billing')
    await expect(page.getByRole('region', { name: 'Credit history' })).toContainText('by Bob')
  })

  await test.step('the video changes hands, and comes back', () => changeHands({ page, guest, ada, video }, testInfo))

  await test.step('a reviewer comments and approves; a viewer sees no comments', () =>
    review({ page, guest, ada, video }, testInfo))

  await test.step('a viewer cannot change anything; a removed collaborator is out at once', async () => {
    await expect(guest.getByRole('button', { name: 'Undo' })).not.toBeVisible()
    await guest.goto(video)
    await expect((await openTranscript(guest)).getByRole('button', { name: 'Wonderful', exact: true })).toBeVisible()
    await expect(guest.getByText('You can view these captions, but not change them')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Bob' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('Bob no longer has access.')).toBeVisible()
    await expect(guest.getByText(REMOVED)).toBeVisible()
    await guest.goto(video)
    await expect(guest.getByRole('heading', { name: 'You cannot open this video' })).toBeVisible()
    await expect(guest.getByText(REMOVED)).toBeVisible()
    await guest.goto('/upload')
    await expect(guest.getByText('No videos yet')).toBeVisible()
    await expect(guest.getByText('Shared with you', { exact: false })).not.toBeVisible()
  })

  await expectMailed(page, ada.email, 'Bob accepted your invitation')
  await expectMailed(page, bob.email, 'Ada lets you spend 10 credits a month')
  await expectMailed(page, ada.email, 'Bob approved “sentence-small”')
  await expectMailed(page, bob.email, 'Ada made you a viewer of their videos')
  await expectMailed(page, bob.email, 'Your access to the videos of Ada has ended')
  await test.step('one click in a mail turns off mails of its kind, without a log-in', () =>
    unsubscribe({ page, guest, ada }, testInfo))
  await guest.context().close()
})

test('an invitation explains a wrong account, a withdrawal or a made-up link', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.allow(/status of 404 .*collaboration\/invitation/)
  await signUpOnPro(page)
  const bob = { ...somebody(), name: 'Bob' }
  await page.goto('/collaborators')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(bob.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('1 of 3 seats taken')).toBeVisible()
  const link = await linkMailedTo(page, bob.email, INVITES)

  const guest = await openSecondBrowser(browser, baseURL)
  const eve = await signUpByApi(guest, { ...somebody(), name: 'Eve' })
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'This invitation is for another address' })).toBeVisible()
  await expect(guest.getByRole('main')).toContainText(eve.email)
  await guest.getByRole('button', { name: 'Log out and continue' }).click()
  await expect(guest.getByRole('button', { name: 'Sign up and accept' })).toBeVisible()

  await page.getByRole('button', { name: `Revoke the invitation to ${bob.email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('0 of 3 seats taken')).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible()
  await page.goto('/accept-invitation/made-up')
  await expect(page.getByRole('heading', { name: 'Invitation not found' })).toBeVisible()
  await guest.context().close()
})

test('a link admits people of a mail domain once their address is confirmed', async ({
  page,
  browser,
  baseURL,
}, testInfo) => {
  await signUpOnPro(page)
  await page.goto('/collaborators')
  await page.getByRole('textbox', { name: 'Mail domain' }).fill('example.com')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link to share' }).inputValue()
  await expectAccessible(page, 'a link for a mail domain')
  await picture(page, testInfo, 'domain link', { fullPage: true })

  const guest = await openSecondBrowser(browser, baseURL)
  await guest.goto(link)
  await expect(guest.getByText('Log in or sign up with your address at example.com')).toBeVisible()
  const bob = await signUpByApi(guest, { ...somebody(), name: 'Bob' })
  await guest.goto(link)
  await expect(guest.getByText('Confirm your e-mail address first', { exact: false })).toBeVisible()
  await expectAccessible(guest, 'a link for a mail domain, unconfirmed')
  await guest.goto(await linkMailedTo(page, bob.email, /Confirm your e-mail/))
  await expect(guest.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Join the team' }).click()
  await expect(guest.getByRole('region', { name: 'Shared with you by Ada' })).toContainText('Viewer')
  await guest.context().close()
})

/** Pays for pro with test money. */
type Pair = { readonly page: Page; readonly guest: Page; readonly ada: Person; readonly video: string }

/** Ada gives her video to Bob, who gives it back. */
async function changeHands({ page, guest, ada, video }: Pair, testInfo: TestInfo): Promise<void> {
  await offerTo(page, 'Bob')
  await expect(page.getByText('Offered to Bob', { exact: true })).toBeVisible()
  await guest.goto('/upload')
  await expect(guest.getByText('Ada wants to give you “sentence-small”')).toBeVisible()
  await expectAccessible(guest, 'an offered video')
  await picture(guest, testInfo, 'offered')
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest.getByText('“sentence-small” is yours now.')).toBeVisible()
  await expect(guest.getByRole('region', { name: 'My videos' }).getByRole('link')).toHaveCount(1)
  await expectMailed(page, ada.email, 'Bob now owns “sentence-small”')

  await offerTo(guest, 'Ada')
  await page.goto('/upload')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('region', { name: 'My videos' }).getByText('Captioned', { exact: true })).toBeVisible()
  await guest.goto(video)
  await openTranscript(guest)
}

/** Ada makes Bob a reviewer, who comments and approves, and then a viewer, who does neither. */
async function review({ page, guest, video }: Pair, testInfo: TestInfo): Promise<void> {
  await page.goto('/collaborators')
  await page.getByRole('combobox', { name: 'Role of Bob' }).selectOption('Reviewer')
  await expect(page.getByText('Bob is now a reviewer.')).toBeVisible()
  await guest.goto(video)
  await (await openTranscript(guest)).locator('[data-word]').first().click()
  await expect(guest.getByText('You can comment on these captions, but not change them')).toBeVisible()
  await guest.getByRole('tab', { name: 'Comments' }).click()
  await guest.getByRole('combobox', { name: 'Comment on the selected words' }).fill('Lovely')
  await guest.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(guest.getByRole('article')).toContainText('Lovely')
  await guest.getByRole('button', { name: 'Approve' }).click()
  await expect(guest.getByText('You approved these captions.')).toBeVisible()
  await expectAccessible(guest, 'the comments of a reviewer')
  await picture(guest, testInfo, 'reviewer')

  await page.getByRole('combobox', { name: 'Role of Bob' }).selectOption('Viewer')
  await expect(page.getByText('Bob is now a viewer.')).toBeVisible()
  await expect(guest.getByText('Ada made you a viewer')).toBeVisible()
  await expect(guest.getByRole('tab', { name: 'Export' })).toBeVisible()
  await expect(guest.getByRole('tab', { name: 'Comments' })).not.toBeVisible()
  await expect(guest.getByRole('combobox', { name: 'Comment on the selected words' })).not.toBeVisible()
  await picture(guest, testInfo, 'viewer')
}

/** Unsubscribes with the link of a mail to Ada, in a browser without a log-in, and turns the mails on in her profile. */
async function unsubscribe({ page, guest, ada }: Omit<Pair, 'video'>, testInfo: TestInfo): Promise<void> {
  await guest.context().clearCookies()
  await guest.goto(await unsubscribeLinkIn(page, ada.email, /accepted your invitation/))
  await expect(guest.getByText('Stop mails about your team?')).toBeVisible()
  await expectAccessible(guest, 'the link that unsubscribes')
  await picture(guest, testInfo, 'unsubscribe')
  await guest.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(guest.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await page.goto('/profile')
  const mails = page.getByRole('region', { name: 'Mails' })
  await expect(mails.getByRole('switch', { name: /^Your team/ })).toHaveAttribute('aria-checked', 'false')
  await expect(mails.getByRole('switch', { name: /^Comments/ })).toHaveAttribute('aria-checked', 'true')
  await mails.getByRole('switch', { name: /^Your team/ }).click()
  await expect(mails.getByRole('switch', { name: /^Your team/ })).toHaveAttribute('aria-checked', 'true')
  await picture(page, testInfo, 'mails', { part: mails })
}

/** Offers the only video of a person to another. */
async function offerTo(page: Page, name: string): Promise<void> {
  await page.goto('/upload')
  await page
    .getByRole('region', { name: 'My videos' })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer this video' })
  await expect(dialog.getByRole('combobox', { name: 'To' })).toContainText(name)
  await dialog.getByRole('button', { name: 'Offer video' }).click()
  await expect(page.getByText(`Offered to ${name}, who gets a mail.`)).toBeVisible()
}

async function signUpOnPro(page: Page): Promise<Person> {
  const ada = await signUpByApi(page)
  await page.goto('/billing/checkout?plan=pro&interval=month')
  await page.getByRole('button', { name: /^Pay .* of test money$/ }).click()
  await expect(page.getByRole('heading', { name: 'Your Pro plan is ready' })).toBeVisible()
  return ada
}

import { expect, type Page } from '@playwright/test'

type ListedMail = { id: string; recipient: string; subject: string; url?: string; text?: string }

/**
 * Waits for the newest mail with this subject to this address and returns its link. Without a mail server, the product
 * stores its mails and shows them on its own machine.
 */
export async function linkMailedTo(page: Page, recipient: string, subject: RegExp): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    link = (await mailsTo(page, recipient)).find((mail) => subject.test(mail.subject))?.url
    expect(link, `a mail to ${recipient} about ${subject}`).toBeDefined()
  }).toPass({ timeout: 15_000 })
  return link ?? ''
}

/** The link in the newest mail with this subject that turns off mails of its kind. */
export async function unsubscribeLinkIn(page: Page, recipient: string, subject: RegExp): Promise<string> {
  const mail = (await mailsTo(page, recipient)).find((one) => subject.test(one.subject))
  return /\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Waits for a mail to this address for each subject, or part of one. */
export async function expectMailed(page: Page, recipient: string, ...subjects: readonly string[]): Promise<void> {
  const wanted = subjects.map((subject) => expect.stringContaining(subject))
  await expect.poll(() => subjectsMailedTo(page, recipient)).toEqual(expect.arrayContaining(wanted))
}

/** The newest mail to this address. */
export async function newestMailTo(page: Page, recipient: string): Promise<{ readonly id: string }> {
  const [newest] = await mailsTo(page, recipient)
  if (newest === undefined) throw new Error(`no mail to ${recipient}`)
  return newest
}

/** The subjects of all mails to this address, newest first. */
export async function subjectsMailedTo(page: Page, recipient: string): Promise<string[]> {
  return (await mailsTo(page, recipient)).map(({ subject }) => subject)
}

async function mailsTo(page: Page, recipient: string): Promise<ListedMail[]> {
  const answer = await page.request.get('/dev/outbox/mails.json')
  expect(answer.status(), 'the outbox').toBe(200)
  const mails: ListedMail[] = await answer.json()
  return mails.filter((mail) => mail.recipient === recipient)
}

import type { Browser, Page } from '@playwright/test'

/** A page in a separate browser, for another person. @param baseURL that of the first page */
export async function openSecondBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  return context.newPage()
}

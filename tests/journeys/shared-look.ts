import { expect, type Page } from '@playwright/test'

/** Saves a look and shares it by a link. @returns the path of its page */
export async function shareLook(page: Page, name: string): Promise<string> {
  const look = { template: { id: 'karaoke', version: 1 }, patch: {} }
  const saved: { id: string } = await callApi(page, 'templates/saveLook', { name, look })
  const { linkToken }: { linkToken: string } = await callApi(page, 'templates/createLookLink', { id: saved.id })
  return `/look/${linkToken}`
}

async function callApi<Output>(page: Page, procedure: string, input: object): Promise<Output> {
  const answer = await page.request.post(`/api/rpc/${procedure}`, { data: { json: input } })
  expect(answer.status(), procedure).toBe(200)
  const { json }: { json: Output } = await answer.json()
  return json
}

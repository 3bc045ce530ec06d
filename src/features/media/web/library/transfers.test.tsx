import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { Project } from '../../model/contract.ts'
import type { Transfer } from '../../model/transfers.ts'
import { NO_WORK, stateOf } from '../../model/video-state.ts'
import { ProjectRow } from './project-row.tsx'
import { OfferedVideos } from './transfers.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const BOB = '1b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e02'

test('offers a video to somebody of the team', async () => {
  const { calls } = await show({
    'media/transfers': [],
    'media/receivers': [{ userId: BOB, name: 'Bob' }],
    'media/offerTransfer': GIVEN,
  })
  await page.getByRole('button', { name: 'Actions for Take 3' }).click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  await page.getByRole('button', { name: 'Offer video' }).click()
  await expect.element(page.getByText('Offered to Bob, who gets a mail.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'media/offerTransfer')?.input).toEqual({
    json: { projectId: ID, toId: BOB },
  })
})

test('says who may receive a video if there is nobody', async () => {
  await show({ 'media/transfers': [], 'media/receivers': [] })
  await page.getByRole('button', { name: 'Actions for Take 3' }).click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  await expect.element(page.getByText(/^You share no team with anybody yet/)).toBeVisible()
})

test('an offered video names its receiver, and the offer can be withdrawn', async () => {
  const { calls } = await show({ 'media/transfers': [GIVEN], 'media/withdrawTransfer': { withdrawn: true } })
  await expect.element(page.getByText('Offered to Bob')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Take 3' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw the offer' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('media/withdrawTransfer')
})

test('says why a received video cannot be accepted, and keeps the offer', async () => {
  const message = 'Not enough storage: 7 kB of 10 kB are used, and this file needs 4 kB.'
  await show({
    'media/transfers': [{ ...GIVEN, direction: 'received', name: 'Ada' }],
    'media/acceptTransfer': refusal(413, 'storage_full', message),
  })
  await expect.element(page.getByText('Ada wants to give you “Take 3”')).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Decline' })).toBeEnabled()
})

async function show(answers: Readonly<Record<string, unknown>>) {
  const asked = answerRequests(answers)
  await render(
    <Site path="/">
      <OfferedVideos />
      <ProjectRow project={VIDEO} state={stateOf(VIDEO, NO_WORK)} onTag={() => undefined} />
    </Site>,
  )
  return asked
}

const VIDEO: Project = {
  id: ID,
  title: 'Take 3',
  stage: 'prepared',
  progress: 1,
  problem: null,
  sizeBytes: 4_000,
  probe: null,
  assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
  access: 'owner',
  ownerName: null,
  tags: [],
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: null,
}

const GIVEN: Transfer = {
  projectId: ID,
  title: 'Take 3',
  sizeBytes: 4_000,
  direction: 'given',
  name: 'Bob',
  offeredAt: '2026-11-20T10:00:00Z',
}

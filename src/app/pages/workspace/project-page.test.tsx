import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Project } from '#features/media/model/index.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { ProjectPage } from './project-page.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const AUDIO = { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 }

test('captions can be made while the video is prepared, at the measured price', async () => {
  await open({})
  await expect.element(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeEnabled()
  await expect.element(page.getByRole('progressbar', { name: 'Preparing your video' })).toBeVisible()
})

test.each([
  ['a silent video', { audio: null }, {}],
  ['a copy', {}, { isCopying: true as const }],
])('%s waits until it is prepared', async (_, probe, project) => {
  await open(probe, project)
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/u })).not.toBeInTheDocument()
})

test('says before captions are made that transparency is not kept', async () => {
  await open({ hasAlpha: true })
  await expect.element(page.getByText('Transparency is not kept')).toBeVisible()
})

async function open(probe: Partial<NonNullable<Project['probe']>>, project: Partial<Project> = {}) {
  const video: Project = {
    id: ID,
    title: 'Take 3',
    stage: 'preparing',
    progress: 0.2,
    problem: null,
    sizeBytes: 50_000_000,
    probe: {
      container: 'mp4',
      durationMs: 60_000,
      width: 1_080,
      height: 1_920,
      fps: { n: 30, d: 1 },
      variableFrameRate: false,
      rotation: 0,
      videoCodec: 'h264',
      hdr: false,
      audio: AUDIO,
      ...probe,
    },
    assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
    access: 'owner',
    ownerName: null,
    tags: [],
    createdAt: '2026-11-20T10:00:00Z',
    expiresAt: null,
    ...project,
  }
  const quote = { credits: 10, enough: true, available: 30, durationMs: 60_000, hasSound: true, engines: [] }
  answerRequests({
    'media/get': video,
    'media/watch': () => new Promise(() => {}),
    'transcription/get': null,
    'transcription/quote': quote,
    'brand/projectKit': null,
  })
  await render(
    <Site path={`/projects/${ID}`}>
      <ProjectPage projectId={ID} />
    </Site>,
  )
}

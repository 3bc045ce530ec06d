import { randomUUID } from 'node:crypto'
import { traverseContractProcedures } from '@orpc/server'
import { expect, test } from 'vitest'
import { createDocumentFor } from '#features/captions/server/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { type Answer, testProduct } from '../../tests/support/product.ts'

/**
 * Who may do what. The lists of procedures and routes come from the contracts and the routers themselves: one that
 * is not in the tables below fails, and so does a table row that nothing answers any more.
 */
const { product, db, browser } = await testProduct()
const owner = browser()
const stranger = browser()
await owner.signUp({ email: 'owner@example.com' })
await stranger.signUp({ email: 'stranger@example.com' })
const projectId = await makeProject()
const renderId = await startRender()

const TO_KARAOKE = { type: 'setTemplate', template: { id: 'karaoke', version: 1 } }
/** `open`: a visitor may ask. `own`: answers about the caller alone. Otherwise: an input that names the owner's project. */
const PROCEDURES: Record<string, 'open' | 'own' | object> = {
  'accounts.me': 'open',
  'accounts.updatePreferences': 'own',
  'credits.balance': 'own',
  'media.limits': 'own',
  'media.list': 'own',
  'media.get': { projectId },
  'media.watch': { projectId },
  'media.rename': { projectId, title: 'Mine now' },
  'media.remove': { projectId },
  'transcription.quote': { projectId },
  'transcription.start': { projectId, language: 'en', source: { kind: 'speech' } },
  'transcription.get': { projectId },
  'transcription.cancel': { projectId },
  'transcription.watch': { projectId },
  'captions.get': { projectId },
  'captions.apply': {
    projectId,
    clientId: randomUUID(),
    baseRevision: 1,
    batches: [{ batchId: randomUUID(), commands: [TO_KARAOKE] }],
  },
  'rendering.start': { projectId, quality: 'standard' },
  'rendering.list': { projectId },
  'rendering.cancel': { renderId },
  'rendering.watch': { renderId },
}

/** `open`: for everybody. Otherwise: the address of something of the owner's. */
const ROUTES: Record<string, 'open' | { path: string; headers?: Record<string, string> }> = {
  'POST /auth/sign-up/email': 'open',
  'POST /auth/sign-in/email': 'open',
  'POST /auth/sign-out': 'open',
  'OPTIONS /uploads/*': 'open',
  'POST /uploads': { path: '/uploads', headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } },
  'GET /uploads/:id': { path: `/uploads/${projectId}` },
  'PATCH /uploads/:id': { path: `/uploads/${projectId}` },
  'DELETE /uploads/:id': { path: `/uploads/${projectId}` },
  'GET /media/:projectId/:file': { path: `/media/${projectId}/preview.mp4` },
  'GET /captions/:projectId/:file{captions\\.(srt|vtt|json)}': { path: `/captions/${projectId}/captions.srt` },
  'GET /renders/:renderId/video.mp4': { path: `/renders/${renderId}/video.mp4` },
}
/** What a caller makes of their own there belongs to nobody else yet. */
const CREATES = new Set(['POST /uploads'])

test('every procedure and every route stands in the tables, and nothing else', () => {
  expect(procedureNames().toSorted()).toEqual(Object.keys(PROCEDURES).toSorted())
  expect(routeNames().toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

test.each(Object.entries(PROCEDURES))('%s: a visitor is told that nobody is logged in', async (name, kind) => {
  const answer = await browser().call(name.replace('.', '/'), typeof kind === 'object' ? kind : {})
  if (kind === 'open') expect(answer.status).toBe(200)
  else expect(outcomeOf(answer)).toEqual({ status: 401, message: 'No user logged in' })
})

test.each(Object.entries(PROCEDURES).filter(([, kind]) => typeof kind === 'object'))(
  "%s: somebody else's project is not there",
  async (name, input) => {
    const answer = await stranger.call(name.replace('.', '/'), input)
    expect(outcomeOf(answer)).toMatchObject({ status: 404, message: expect.stringMatching(/not found$/) })
  },
)

test.each(Object.entries(ROUTES))('%s: a visitor gets nothing', async (name, kind) => {
  if (kind === 'open') return
  const [method = ''] = name.split(' ')
  expect((await browser().send(`/api${kind.path}`, { method, ...kind })).status).toBe(401)
})

test.each(Object.entries(ROUTES))("%s: somebody else's file is not there", async (name, kind) => {
  const [method = ''] = name.split(' ')
  if (kind === 'open' || CREATES.has(name)) return
  expect((await stranger.send(`/api${kind.path}`, { method, ...kind })).status).toBe(404)
})

test('the owner meets none of these refusals', async () => {
  for (const name of ['media.get', 'transcription.quote', 'transcription.get', 'captions.get', 'rendering.list']) {
    expect((await owner.call(name.replace('.', '/'), PROCEDURES[name])).status, name).toBe(200)
  }
  expect((await owner.send(`/api/captions/${projectId}/captions.srt`)).status).toBe(200)
})

test('the same holds for the REST address of each procedure', async () => {
  for (const [name, input] of Object.entries(PROCEDURES)) {
    if (typeof input !== 'object') continue
    const path = `/api/v1/${name.replace('.', '/')}`
    expect((await browser().send(path, { json: input })).status, name).toBe(401)
    expect(outcomeOf(await stranger.send(path, { json: input })).status, name).toBe(404)
  }
})

/** A prepared project of the owner's with sound and captions; its files do not exist. */
async function makeProject(): Promise<string> {
  const id = randomUUID()
  const probe: Probe = {
    container: 'mp4',
    durationMs: 10_000,
    width: 1080,
    height: 1920,
    fps: { n: 30, d: 1 },
    variableFrameRate: false,
    rotation: 0,
    videoCodec: 'h264',
    audio: { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 },
    hdr: false,
  }
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     select $1, id, 'Clip', 'prepared', 1000, repeat('0', 64), $2 from users where email = 'owner@example.com'`,
    [id, JSON.stringify(probe)],
  )
  const word = { text: 'hello', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  await transaction(db, (tx) =>
    createDocumentFor(tx, { id, probe }, { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }),
  )
  return id
}

async function startRender(): Promise<string> {
  const { output } = await owner.call('rendering/start', { projectId })
  if (typeof output === 'object' && output !== null && 'id' in output && typeof output.id === 'string') return output.id
  throw new Error(`no render: ${JSON.stringify(output)}`)
}

function procedureNames(): string[] {
  const names: string[] = []
  traverseContractProcedures({ router: product.procedures, path: [] }, ({ path }) => names.push(path.join('.')))
  return names
}

/** The routes under `/api`, without middleware and catch-alls. */
function routeNames(): string[] {
  const names = Object.entries(product.routes).flatMap(([base, app]) =>
    app.routes.map(({ method, path }) => `${method} ${base === '/' ? '' : base}${path}`),
  )
  return [...new Set(names.filter((name) => !name.startsWith('ALL ')))]
}

/** A refusal as it arrives: as the answer itself, or as the first thing of a stream. */
function outcomeOf(answer: Answer): { status: number; message: unknown } {
  const streamed = /^event: error\ndata: (.*)$/m.exec(answer.text)?.[1]
  const body: unknown = streamed === undefined ? answer.json() : JSON.parse(streamed)
  const told = typeof body === 'object' && body !== null && 'json' in body ? body.json : body
  if (typeof told !== 'object' || told === null) return { status: answer.status, message: undefined }
  const status = streamed !== undefined && 'status' in told ? Number(told.status) : answer.status
  return { status, message: 'message' in told ? told.message : undefined }
}

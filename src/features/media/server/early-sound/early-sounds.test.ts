import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { fixture } from '../../../../../tests/fixtures/fixture.ts'
import { runTool } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import { beginUpload, sendBytes } from '../../../../../tests/support/tus.ts'
import { findEarlySound } from './early-sound-rows.ts'
import { isSoundOfVideo } from '../index.ts'
import { findProject } from '../projects.ts'

/** Sounds that arrive before their videos. */
let now = new Date('2026-11-26T12:00:00Z')
const lab = await testMedia(await testDatabase(), { now: () => now })
const ada = lab.as('ada')
const eve = lab.as('eve')
const TUS = { 'tus-resumable': '1.0.0' }

let sound: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  sound = await soundOf(await fixture('sentence-small'), ['-c:a', 'copy'], 'm4a')
})

test('a sound arrives in two parts, is measured, and others are notified of it once', async () => {
  const { id, location } = await begunSound()
  await sendBytes(ada, location, 0, sound.subarray(0, 10_000))
  expect(await offsetOf(location)).toBe(10_000)
  await sendBytes(ada, location, 10_000, sound.subarray(10_000))
  await soundIs(id, 'ready')
  expect(lab.arrived.filter(({ project }) => project.id === id)).toHaveLength(1)
  const found = await findEarlySound(lab.db, id)
  expect(found?.durationMs).toBeGreaterThan(2_000)
  expect(found?.durationMs).toBeLessThan(4_000)
  // A client that missed the last response learns that everything arrived.
  expect(await offsetOf(location)).toBe(sound.length)
  expect((await beginSound(id, sound.length)).status).toBe(409)
})

test('a copied or recoded sound is that of its video, and that of another video is not', async () => {
  const opus = await soundOf(await fixture('sentence-small'), ['-c:a', 'libopus', '-b:a', '24k', '-ac', '1'], 'webm')
  const other = await soundOf(await fixture('talk-small'), ['-t', '3', '-c:a', 'copy'], 'm4a')
  const bytes = await readFile(await fixture('sentence-small'))
  const agrees: boolean[] = []
  for (const early of [sound, opus, other]) {
    const { id, location } = await begunSound({ videoBytes: bytes.length, soundBytes: early.length })
    await sendBytes(ada, location, 0, early)
    await soundIs(id, 'ready')
    await sendBytes(ada, `/api/uploads/${id}`, 0, new Uint8Array(bytes))
    expect(await lab.ended('ada', id)).toMatchObject({ stage: 'prepared' })
    agrees.push(await isSoundOfVideo(lab.files, id, AbortSignal.timeout(10_000)))
  }
  expect(agrees).toEqual([true, true, false])
})

test('bytes that are no sound are unusable, and the upload of the video goes on', async () => {
  const { id, location } = await begunSound({ soundBytes: 5_000 })
  await sendBytes(ada, location, 0, new Uint8Array(randomBytes(5_000)))
  await soundIs(id, 'unusable')
  expect(await findProject(lab.db, id)).toMatchObject({ stage: 'uploading' })
})

test('a sound longer than any video of the plan is unusable', async () => {
  const long = await tone(['-t', '190', '-b:a', '16k'])
  const { id, location } = await begunSound({ soundBytes: long.length })
  await sendBytes(ada, location, 0, long)
  await soundIs(id, 'unusable')
})

test('a sound too large for its plan or its video is refused before its first byte', async () => {
  const id = await begunVideo(40_000_000)
  expect((await beginSound(id, 180 * 24_000 + 100_001)).status).toBe(413)
  expect((await beginSound(await begunVideo(1_000), 1_001)).status).toBe(413)
  expect((await beginSound(id, 0)).status).toBe(422)
})

test('only the owner sends the sound of an upload', async () => {
  const { id, location } = await begunSound()
  for (const [send, status] of [
    [eve, 404],
    [lab.as(null), 401],
  ] as const) {
    expect((await beginSound(id, 100, send)).status).toBe(status)
    expect((await send(location, { method: 'HEAD', headers: TUS })).status).toBe(status)
    expect((await sendBytes(send, location, 0, sound)).status).toBe(status)
  }
  const bytes = await readFile(await fixture('sentence-small'))
  const whole = await begunVideo(bytes.length)
  await sendBytes(ada, `/api/uploads/${whole}`, 0, new Uint8Array(bytes))
  for (const send of [eve, lab.as(null)]) expect((await beginSound(whole, 100, send)).ok).toBe(false)
  expect((await beginSound(randomUUID(), 100)).status).toBe(404)
})

test('a sound on its way when its video arrives counts as received, and is not stored', async () => {
  const bytes = await readFile(await fixture('sentence-small'))
  const { id, location } = await begunSound({ videoBytes: bytes.length })
  await sendBytes(ada, location, 0, sound.subarray(0, 1_000))
  await sendBytes(ada, `/api/uploads/${id}`, 0, new Uint8Array(bytes))
  const late = await sendBytes(ada, location, 1_000, sound.subarray(1_000))
  expect([late.status, late.headers.get('upload-offset')]).toEqual([200, String(sound.length)])
  expect(await findEarlySound(lab.db, id)).toMatchObject({ state: 'uploading' })
})

test('a sound that begins after its video counts as sent, and nothing of it is stored', async () => {
  const bytes = await readFile(await fixture('sentence-small'))
  const id = await begunVideo(bytes.length)
  await sendBytes(ada, `/api/uploads/${id}`, 0, new Uint8Array(bytes))
  const begun = await beginSound(id, sound.length)
  expect(begun.status).toBe(201)
  const sent = await sendBytes(ada, begun.headers.get('location') ?? '', 0, sound)
  expect([sent.status, sent.headers.get('upload-offset')]).toEqual([200, String(sound.length)])
  expect(await findEarlySound(lab.db, id)).toBeUndefined()
  expect((await readdir(join(lab.uploadsDir, '.early'))).filter((name) => name.startsWith(id))).toEqual([])
  expect((await ada(`/api/early-sounds/${id}`, { method: 'PATCH', headers: TUS, body: sound })).status).toBe(422)
  expect((await sendBytes(ada, `/api/early-sounds/${id}`, bytes.length, sound)).status).toBe(413)
})

test('an account sends five sounds a day whose videos do not come; prepared videos do not count', async () => {
  const bea = lab.as('bea')
  const begin = async () => beginSound(await begunVideo(20_000, bea), 100, bea)
  const answers: number[] = []
  for (let each = 0; each < 6; each += 1) answers.push((await begin()).status)
  expect(answers).toEqual([201, 201, 201, 201, 201, 409])
  await lab.db.$client.query(`update projects set stage = 'prepared', sha256 = repeat('0', 64), probe = '{}'
    where id = (select project_id from early_sounds where owner_id = 'bea' order by created_at limit 1)`)
  expect((await begin()).status).toBe(201)
  await lab.db.$client.query(`delete from projects where owner_id = 'bea'`)
  expect((await begin()).status).toBe(409)
})

test('the answer that begins or continues an upload says how large a sound may be', async () => {
  const cleo = lab.as('cleo')
  const begun = await beginUpload(cleo, 40_000_000)
  expect(soundLimit(begun)).toBe(180 * 24_000 + 100_000)
  expect(soundLimit(await beginUpload(cleo, 20_000))).toBe(20_000)
  const id = projectOf(begun)
  const { headers } = await beginSound(id, sound.length, cleo)
  expect(soundLimit(await cleo(`/api/uploads/${id}`, { method: 'HEAD', headers: TUS })), 'on its way').toBeGreaterThan(
    0,
  )
  await sendBytes(cleo, headers.get('location') ?? '', 0, sound)
  expect(soundLimit(await cleo(`/api/uploads/${id}`, { method: 'HEAD', headers: TUS })), 'received').toBe(0)
})

test('the answer to an upload whose sound would be refused says 0', async () => {
  const dora = lab.as('dora')
  const begun: Response[] = []
  for (let each = 0; each < 6; each += 1) begun.push(await beginUpload(dora, 20_000))
  expect(begun.map(soundLimit)).toEqual([20_000, 20_000, 20_000, 20_000, 20_000, 0])
  for (const answer of begun.slice(0, 5)) expect((await beginSound(projectOf(answer), 100, dora)).status).toBe(201)
  now = new Date(now.getTime() + 61_000)
  const last = await beginUpload(dora, 20_000)
  expect(soundLimit(last)).toBe(0)
  expect((await beginSound(projectOf(last), 100, dora)).status).toBe(409)
})

test('an upload begins and continues although the limit of its sound cannot be read', async () => {
  const gia = lab.as('gia')
  await lab.db.$client.query('alter table early_sounds rename to unreachable_sounds')
  onTestFinished(async () => {
    await lab.db.$client.query('alter table unreachable_sounds rename to early_sounds')
  })
  const begun = await beginUpload(gia, 20_000)
  const continued = await gia(begun.headers.get('location') ?? '', { method: 'HEAD', headers: TUS })
  expect([begun.status, continued.status]).toEqual([201, 200])
  for (const { headers } of [begun, continued]) expect(headers.has('early-sound-limit')).toBe(false)
})

test('maintenance removes a sound after a day, once its video is no longer awaited', async () => {
  const { id, location } = await begunSound()
  await sendBytes(ada, location, 0, sound)
  await soundIs(id, 'ready')
  await lab.feature.maintenance()
  expect(await lab.leftovers(id)).toContainEqual(expect.stringContaining('early.wav'))
  const before = now
  now = new Date(now.getTime() + 21 * 3_600_000)
  await lab.feature.maintenance()
  expect(await findEarlySound(lab.db, id), 'its captions may be edited already').toBeDefined()
  await lab.db.$client.query(`update projects set stage = 'refused', problem = 'No.', sha256 = $2 where id = $1`, [
    id,
    '0'.repeat(64),
  ])
  await lab.feature.maintenance()
  now = before
  expect(await findEarlySound(lab.db, id)).toBeUndefined()
  expect((await lab.leftovers(id)).filter((path) => path.includes('early'))).toEqual([])
  expect((await readdir(join(lab.uploadsDir, '.early'))).filter((name) => name.startsWith(id))).toEqual([])
})

test('a sound whose video is removed leaves nothing behind', async () => {
  const { id, location } = await begunSound()
  await sendBytes(ada, location, 0, sound)
  await soundIs(id, 'ready')
  expect((await ada(`/api/uploads/${id}`, { method: 'DELETE', headers: TUS })).status).toBe(204)
  await erased(id)
})

type Send = ReturnType<typeof lab.as>

async function begunVideo(length: number, send: Send = ada): Promise<string> {
  // The limits of an account are another test's subject.
  if (send === ada)
    await transaction(lab.db, (tx) => tx.$client.query(`delete from early_sounds where owner_id = 'ada'`))
  const answer = await beginUpload(send, length)
  expect(answer.status).toBe(201)
  return projectOf(answer)
}

function projectOf({ headers }: Response): string {
  return (headers.get('location') ?? '').split('/').at(-1) ?? ''
}

/** The largest sound that is wanted before the video, as the answer to an upload says. */
function soundLimit({ headers }: Response): number {
  return Number(headers.get('early-sound-limit') ?? 'none')
}

function beginSound(id: string, length: number, send: Send = ada): Promise<Response> | Response {
  return send(`/api/early-sounds/${id}`, { method: 'POST', headers: { ...TUS, 'upload-length': String(length) } })
}

async function begunSound({ videoBytes = 1_000_000, soundBytes = sound.length } = {}) {
  const id = await begunVideo(videoBytes)
  const begun = await beginSound(id, soundBytes)
  expect(begun.status).toBe(201)
  return { id, location: begun.headers.get('location') ?? '' }
}

async function offsetOf(location: string): Promise<number> {
  const answer = await ada(location, { method: 'HEAD', headers: TUS })
  return Number(answer.headers.get('upload-offset'))
}

async function soundIs(id: string, state: 'ready' | 'unusable'): Promise<void> {
  await settled(id, async () => (await findEarlySound(lab.db, id))?.state === state)
}

async function erased(id: string): Promise<void> {
  await settled(id, async () => (await lab.leftovers(id)).length === 0)
}

/** Looks again whenever a job about the project moves. */
async function settled(id: string, isSo: () => Promise<boolean>): Promise<void> {
  const changes = lab.events.subscribe(`job:${id}`)
  if (await isSo()) return
  for await (const _ of changes) if (await isSo()) return
}

async function soundOf(clip: string, args: readonly string[], extension: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(lab.dataDir, `${randomUUID()}.${extension}`)
  await runTool('ffmpeg', ['-v', 'error', '-y', '-i', clip, '-vn', ...args, path])
  return new Uint8Array(await readFile(path))
}

async function tone(args: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(lab.dataDir, `${randomUUID()}.m4a`)
  await runTool('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=f=300:r=16000', ...args, path])
  return new Uint8Array(await readFile(path))
}

import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Command } from '#features/captions/model/index.ts'
import { OpenDocuments } from '#features/captions/server/index.ts'
import { newestTemplate, ownFamily } from '#features/templates/model/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openFileStore } from '#platform/server/files.ts'
import { router } from '#platform/server/http.ts'
import { captionsLab, PROBE } from '../../../../../tests/support/captions-lab.ts'
import { storeContent } from '../../../../../tests/support/files.ts'
import { boldFont } from '../../../../../tests/support/fonts.ts'
import { logoPng } from '../../../../../tests/support/logos.ts'
import { OpeningStills, stillRoutes } from '../index.ts'
import type { StillDeps } from './opening-stills.ts'

const { db, threadPool, project, webProcess } = await captionsLab()
const folder = await mkdtemp(join(tmpdir(), 'wordpop-stills-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const files = openFileStore(folder)

test('shows the captions with which the editor opens', async () => {
  const { get } = await start()
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const { width, height, share } = await inkOf(answer)
  expect([width, height]).toEqual([720, 1_280])
  // Some letters, over black.
  expect(share).toBeGreaterThan(0.005)
  expect(share).toBeLessThan(0.2)
})

test('shows the captions over the poster, and over black if it is missing', async () => {
  const { get, projectId } = await start()
  await db.$client.query(`update projects set assets = '{poster}' where id = $1`, [projectId])
  const { background: black } = await inkOf(await get())
  expect(Math.max(...black)).toBeLessThan(16)

  const other = await start()
  await db.$client.query(`update projects set assets = '{poster}' where id = $1`, [other.projectId])
  await storeContent(files, `projects/${other.projectId}/poster.jpg`, redPoster())
  const {
    background: [red = 0, green = 0],
  } = await inkOf(await other.get())
  expect(red).toBeGreaterThan(200)
  expect(green).toBeLessThan(60)
})

test('blurs the poster behind boxes that blur the video', async () => {
  const { get, edit, projectId } = await start()
  await db.$client.query(`update projects set assets = '{poster}' where id = $1`, [projectId])
  await storeContent(files, `projects/${projectId}/poster.jpg`, stripedPoster())
  const box = { scope: 'cue', shape: 'pill', color: '#00000000', radius: 0, padX: 2, padY: 0.6, blur: 0 } as const
  await edit({ type: 'setStyle', styleId: 'main', patch: { box } })
  const sharp = await greyShare(await get())
  await edit({ type: 'setStyle', styleId: 'main', patch: { box: { ...box, blur: 0.5 } } })
  expect(await greyShare(await get())).toBeGreaterThan(sharp + 0.02)
})

test('is only for people who may edit: others see a notice above', async () => {
  const { get, ownerId } = await start()
  for (const [role, status] of [
    ['editor', 200],
    ['suggester', 204],
    ['viewer', 204],
  ] as const)
    expect((await get({ userId: await addMember(ownerId, role) })).status).toBe(status)
})

test('changes with the captions, and is not sent again while they stay', async () => {
  const { get, edit } = await start()
  const etag = (await get()).headers.get('etag') ?? ''
  expect((await get({ etag })).status).toBe(304)
  await edit({ type: 'setWordText', id: 'w1', text: 'Another' })
  const changed = await get({ etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test('is drawn once, however often it is requested', async () => {
  let runs = 0
  const { get } = await start({
    threadPool: {
      run: (...task) => {
        runs += 1
        return threadPool.run(...task)
      },
    },
  })
  await Promise.all([get(), get()])
  await get()
  expect(runs).toBe(1)
})

test('loads the painter before the first still', async () => {
  const modules: string[] = []
  const { get, prepare } = await start({
    threadPool: {
      run: (task, ...order) => {
        modules.push(task.module.href)
        return threadPool.run(task, ...order)
      },
    },
  })
  await prepare()
  await get()
  expect(modules).toHaveLength(2)
  expect(modules[0]).toBe(modules[1])
})

test('moves less for people who want that', async () => {
  const { get, edit } = await start()
  const { id, version } = newestTemplate('wave')
  await edit({ type: 'setTemplate', template: { id, version } })
  const moving = await get()
  const reduced = await get({ query: '?motion=reduced' })
  expect(reduced.status).toBe(200)
  expect(reduced.headers.get('etag')).not.toBe(moving.headers.get('etag'))
})

test('is drawn in the own font of the owner', async () => {
  const font = { id: randomUUID(), weights: { min: 700, max: 700 }, coverage: '20-7e', key: 'fonts/bold.ttf' }
  const etag = async (o: Partial<StillDeps> = {}) => {
    const { get, edit } = await start(o)
    await edit({ type: 'setStyle', styleId: 'main', patch: { font: { family: ownFamily(font.id) } } })
    const answer = await get()
    expect(answer.status).toBe(200)
    return answer.headers.get('etag')
  }
  const without = await etag()
  expect(await etag({ ownFonts: async () => [font] })).toBe(without)
  await storeContent(files, font.key, await boldFont())
  expect(await etag({ ownFonts: async () => [font] })).not.toBe(without)
})

test('shows the logo of the video, and nothing for one that is missing', async () => {
  const logo = { id: randomUUID(), width: 600, height: 200, key: 'logos/one.png' }
  const { get, edit } = await start({ logos: async () => [logo] })
  const { share: before } = await inkOf(await get())
  const overlay = { assetId: logo.id, size: 0.5, anchor: 'top-left' } as const
  await edit({ type: 'setOverlays', overlays: { logo: overlay } })
  expect((await inkOf(await get())).share).toBe(before)
  await storeContent(files, logo.key, logoPng())
  await edit({ type: 'setOverlays', overlays: { logo: { ...overlay, opacity: 0.9 } } })
  expect((await inkOf(await get())).share).toBeGreaterThan(before + 0.01)
})

test.each([
  { who: 'a stranger', userId: randomUUID(), status: 404 },
  { who: 'a visitor', userId: null, status: 401 },
])('is not there for $who', async ({ userId, status }) => {
  const { get } = await start()
  expect((await get({ userId })).status).toBe(status)
})

test('without captions there is none', async () => {
  const { get, projectId } = await start()
  await db.$client.query('delete from caption_documents where project_id = $1', [projectId])
  const answer = await get()
  expect(answer.status).toBe(204)
})

test('there is none until the video is prepared', async () => {
  const { get, projectId } = await start()
  await db.$client.query(`update projects set stage = 'preparing' where id = $1`, [projectId])
  expect((await get()).status).toBe(204)
})

test('an invalid id is not found', async () => {
  const { get } = await start()
  expect((await get({ projectId: 'nobody' })).status).toBe(404)
})

/** A project with captions, its still and edits of its owner. */
async function start(o: Partial<StillDeps> = {}) {
  const { projectId, ownerId } = await project({ words: 8 })
  await db.$client.query(`update projects set stage = 'prepared', sha256 = repeat('0', 64), probe = $2 where id = $1`, [
    projectId,
    PROBE,
  ])
  const deps: StillDeps = {
    db,
    files,
    threadPool,
    documents: new OpenDocuments(),
    now: systemClock,
    ownFonts: async () => [],
    logos: async () => [],
    ...o,
  }
  const drawn = new OpeningStills(deps)
  const stills = stillRoutes({ db, stills: drawn })
  const editor = webProcess()(ownerId, projectId)
  return {
    projectId,
    ownerId,
    prepare: () => drawn.prepare(),
    /** Requests the still, as its owner unless somebody else is named; null for a visitor. */
    get(asked: { userId?: string | null; etag?: string; query?: string; projectId?: string } = {}) {
      const { userId = ownerId, etag, query = '' } = asked
      const app = router()
      app.use((c, next) => {
        c.set('caller', userId === null ? null : { userId, email: 'ada@example.org' })
        return next()
      })
      const headers = etag === undefined ? {} : { 'if-none-match': etag }
      return app.route('/', stills).request(`/${asked.projectId ?? projectId}/opening.jpg${query}`, { headers })
    },
    async edit(command: Command) {
      await editor.apply([command], (await editor.get()).rev)
    },
  }
}

/** The size of a picture, its colour at the top left, and the share of its pixels with another colour. */
async function inkOf(answer: Response) {
  const { width, height, data } = await pixelsOf(answer)
  const background = [...data.subarray(0, 3)]
  let drawn = 0
  for (let at = 0; at < data.length; at += 4)
    if (background.some((value, channel) => Math.abs((data[at + channel] ?? 0) - value) > SEEN)) drawn += 1
  return { width, height, background, share: drawn / (width * height) }
}

/** A difference of a colour that JPEG alone does not make. */
const SEEN = 48

/** A user who was invited to the videos of an owner. */
async function addMember(ownerId: string, role: string): Promise<string> {
  const userId = randomUUID()
  for (const id of [ownerId, userId])
    await db.$client.query(
      `insert into users (id, email, display_name, plan) values ($1, $2, 'Ada', 'pro') on conflict do nothing`,
      [id, `${id}@example.org`],
    )
  await db.$client.query('insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, $3, now())', [
    ownerId,
    userId,
    role,
  ])
  return userId
}

/** The share of pixels between black and white. */
async function greyShare(answer: Response): Promise<number> {
  const { data, width, height } = await pixelsOf(answer)
  let grey = 0
  for (let at = 0; at < data.length; at += 4) if (Math.abs((data[at] ?? 0) - 128) < SEEN) grey += 1
  return grey / (width * height)
}

async function pixelsOf(answer: Response) {
  const image = await loadImage(Buffer.from(await answer.arrayBuffer()))
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

function redPoster(): Buffer {
  return posterWith((context) => {
    context.fillStyle = '#e01010'
    context.fillRect(0, 0, 360, 640)
  })
}

/** Black and white columns. */
function stripedPoster(): Buffer {
  return posterWith((context) => {
    context.fillStyle = '#ffffff'
    for (let x = 0; x < 360; x += 16) context.fillRect(x, 0, 8, 640)
  })
}

function posterWith(draw: (context: SKRSContext2D) => void): Buffer {
  const canvas = createCanvas(360, 640)
  draw(canvas.getContext('2d'))
  return canvas.encodeSync('jpeg', 90)
}

import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listRecordedFiles } from '#app/services/recorded-files.ts'
import { webApp } from '#app/server/web-app.ts'
import type { OperatorAction } from '#features/operations/model/index.ts'
import { NO_SETTINGS, type SettingsVersion, SitePicture, type SiteSettings } from '#features/site/model/index.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { logoPng, pictureOf } from '../../../tests/support/logos.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { reservePort } from '../../../tests/support/reserve-port.ts'
import { startSmtp } from '../../../tests/support/smtp.ts'

const port = await reservePort()
const site = await testProduct({
  settings: { OPERATORS: 'olga@example.com', SMTP_URL: `smtp://127.0.0.1:${port}` },
})
const { db, product } = site
const operator = site.browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
let version = 0

const UNREADABLE = 'We couldn’t read this picture. Export it again as PNG, WebP or JPEG and try again.'

test('stores a logo in every size, and serves it to everybody for ever', async () => {
  const picture = await uploaded(logoPng({ width: 1_600, height: 400 }))
  expect(picture).toMatchObject({ name: 'Acme white', width: 512, height: 128 })
  const sizes = await Promise.all(
    ['logo', 'mail', 'icon-64', 'icon-180', 'icon-192', 'icon-512'].map(async (name) => {
      const { width, height } = await pictureAt(`/site-pictures/${picture.id}/${name}.png`)
      return `${name} ${width}x${height}`
    }),
  )
  expect(sizes).toEqual([
    'logo 512x128',
    'mail 256x64',
    'icon-64 64x64',
    'icon-180 180x180',
    'icon-192 192x192',
    'icon-512 512x512',
  ])
  const visitor = site.browser()
  const { headers } = await visitor.send(`/site-pictures/${picture.id}/logo.png`)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('cross-origin-resource-policy')).toBeNull()
})

test('an icon is transparent in a tab, and on white or the colour of its corner elsewhere', async () => {
  const bar = await uploaded(logoPng({ width: 400, height: 400 }))
  const tab = await pixelsAt(`/site-pictures/${bar.id}/icon-64.png`)
  expect([tab(32, 8), tab(32, 56)]).toEqual([
    [0, 200, 83, 255],
    [0, 0, 0, 0],
  ])
  const transparentCorner = await uploaded(
    await pictureOf('color=red@0:size=300x100,format=rgba', 'image2pipe', ...PNG),
  )
  expect((await pixelsAt(`/site-pictures/${transparentCorner.id}/icon-180.png`))(2, 2)).toEqual([255, 255, 255, 255])
  const blue = await uploaded(await pictureOf('color=blue:size=300x300', 'image2pipe', ...PNG))
  expect((await pixelsAt(`/site-pictures/${blue.id}/icon-180.png`))(2, 2)).toEqual([0, 0, 254, 255])
})

test.each([
  ['a JPEG', 'color=red:size=64x32', ['image2pipe', '-frames:v', '1', '-c:v', 'mjpeg']],
  ['a WebP', 'color=red:size=64x32', ['webp', '-frames:v', '1']],
])('reads %s, and does not enlarge it', async (_, source, [format = '', ...options]) => {
  expect(await uploaded(await pictureOf(source, format, ...options))).toMatchObject({ width: 64, height: 32 })
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG pictures cannot be used.'],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1'), 'Choose a PNG, WebP or JPEG picture.'],
  [
    'an animation',
    await pictureOf('testsrc=size=64x32:rate=5:duration=1', 'apng'),
    'Animated pictures cannot be used.',
  ],
  ['a page', Buffer.from('<!doctype html><p>Hello'), 'Choose a PNG, WebP or JPEG picture.'],
  ['a PNG that ends after its header', logoPng().subarray(0, 40), UNREADABLE],
  ['a picture that is too wide', logoPng({ width: 2_001, height: 8 }), 'This picture has 2001 × 8 pixels.'],
  ['a header that promises 2 billion pixels', hugeHeader(), ''],
])('refuses %s with one sentence, and stores nothing', async (_, content, sentence) => {
  const before = await storedFiles()
  const refused = await upload(content)
  expect(refused.status, refused.text).toBe(415)
  expect(refused.text).toContain(sentence)
  expect(await storedFiles()).toEqual(before)
})

test('refuses a file above 1 MB', async () => {
  const refused = await upload(Buffer.concat([logoPng(), Buffer.alloc(1_000_001)]))
  expect(refused.status).toBe(413)
  expect(refused.text).toContain('Choose a picture of at most 1 MB.')
})

test('a saved logo is on every page, with its icons, and the log says it in a sentence', async () => {
  const logo = await uploaded(logoPng())
  const logoOnDark = await uploaded(logoPng({ color: '#ffffff' }))
  await save({ logo: { ...logo, width: 1, height: 1 }, logoOnDark })
  await until(() => product.currentSite().logo !== undefined)
  expect(product.currentSite()).toMatchObject({
    logo: {
      source: `/site-pictures/${logo.id}/logo.png`,
      onDark: `/site-pictures/${logoOnDark.id}/logo.png`,
      width: 384,
      height: 128,
      showsName: true,
    },
    icons: { tab: `/site-pictures/${logo.id}/icon-64.png` },
  })
  const log = (await operator.call('operator/actions', { subjectId: 'site' })).output as { actions: OperatorAction[] }
  expect(log.actions[0]?.after).toMatchObject({ logo: `“Acme white” (${logo.id.slice(0, 4)})` })
})

test('an icon of its own comes before the logo', async () => {
  const icon = await uploaded(logoPng({ width: 100, height: 100 }))
  await save({ icon })
  await until(() => product.currentSite().icons !== undefined && product.currentSite().logo === undefined)
  expect(product.currentSite().icons?.apple).toBe(`/site-pictures/${icon.id}/icon-180.png`)
})

test('mails carry the logo in themselves, and the dark one', async () => {
  const smtp = await startSmtp({ port })
  await save({ logo: await uploaded(logoPng()), logoOnDark: await uploaded(logoPng()), showsName: false })
  await until(() => product.currentSite().logo?.showsName === false)
  const worker = await startWorker({
    db,
    url: site.databaseUrl,
    jobs: product.work,
    concurrency: 1,
    log: silentLog(),
    drainMs: 100,
  })
  onTestFinished(() => worker.stop())
  await site.browser().signUp({ email: 'ada@example.com' })
  const arrived = () => smtp.arrived.find(({ to }) => to.includes('ada@example.com'))
  await until(() => arrived() !== undefined)
  const source = (arrived()?.source ?? '').replaceAll('=\r\n', '')
  expect(source).toContain('<img src=3D"cid:logo" alt=3D"Wordpop" width=3D"96" height=3D"32"')
  expect(source).toMatch(/Content-Id: <logo>/iu)
  expect(source).toMatch(/Content-Id: <logo-on-dark>/iu)
  expect(source).toContain('Content-Disposition: inline; filename=logo.png')
  expect(source).not.toMatch(/src=3D"http/u)
})

test('a picture that is not stored cannot be saved', async () => {
  const picture = await uploaded(logoPng())
  await db.$client.query('delete from site_pictures where id = $1', [picture.id])
  const answer = await operator.call('operator/saveSiteSettings', {
    settings: { ...NO_SETTINGS, logo: picture },
    replaces: version,
    reason: 'A try',
  })
  expect(answer).toMatchObject({ status: 409 })
  expect(JSON.stringify(answer)).toContain('The picture “Acme white” is no longer stored. Choose it again.')
})

test('pictures of the newest ten versions stay; older and unsaved ones are erased after a day', async () => {
  const first = await uploaded(logoPng())
  const unsaved = await uploaded(logoPng())
  await save({ logo: first })
  const firstVersion = version
  const last = await uploaded(logoPng())
  for (let n = 0; n < 9; n += 1) await save({ logo: last, name: `Name ${n}` })
  const ids = [first.id, unsaved.id, last.id]
  await product.maintenance()
  expect(await storedOf(ids)).toEqual(ids.toSorted())
  await db.$client.query(`update site_pictures set created_at = created_at - interval '25 hours'`)
  await product.maintenance()
  expect(await storedOf(ids)).toEqual([first.id, last.id].toSorted())
  await save({ logo: last })
  await product.maintenance()
  expect(await storedOf(ids)).toEqual([last.id])
  const { rows } = await db.$client.query(
    `select payload->>'id' as id from jobs where name = 'site.erasePicture' and payload->>'id' = any($1) order by 1`,
    [ids],
  )
  expect(rows.map(({ id }) => id)).toEqual([first.id, unsaved.id].toSorted())
  const { output } = await operator.call('operator/siteVersions', {})
  const { versions } = output as { versions: SettingsVersion[] }
  expect(versions.find((one) => one.version === firstVersion)).toMatchObject({ hasPictures: false })
  expect(versions[0]).toMatchObject({ hasPictures: true })
})

test('a backup copies every size of a picture', async () => {
  const picture = await uploaded(logoPng())
  const keys: string[] = []
  for await (const { key } of listRecordedFiles(db)) if (key.includes(picture.id)) keys.push(key)
  expect(keys).toHaveLength(6)
  for (const key of keys) expect(await product.files.stat(key), key).toBeDefined()
})

test('the manifest and the addresses that programs try lead to the icons', async () => {
  const icon = await uploaded(logoPng({ width: 80, height: 80 }))
  await save({ icon })
  await until(() => product.currentSite().icons?.tab.includes(icon.id) === true)
  const app = webApp(product, { publicUrl: undefined, built: { files: [], draw: () => '' } })
  expect((await app.request('/favicon.ico')).headers.get('location')).toBe(`/site-pictures/${icon.id}/icon-64.png`)
  expect(await (await app.request('/manifest.webmanifest')).text()).toContain(`/site-pictures/${icon.id}/icon-512.png`)
})

// Last, since the test files of a process share its identity.
test('without a logo the site has its own mark', async () => {
  await save({})
  await until(() => product.currentSite().icons === undefined)
  expect(product.currentSite()).toEqual(product.site)
})

const PNG = ['-frames:v', '1', '-c:v', 'png']

function upload(content: Uint8Array) {
  return operator.send('/api/operator-site-pictures?name=Acme%20white.png', { method: 'PUT', bytes: content })
}

async function uploaded(content: Uint8Array): Promise<SitePicture> {
  const answer = await upload(content)
  expect(answer.status, answer.text).toBe(200)
  return z.object({ picture: SitePicture }).parse(answer.json()).picture
}

async function save(settings: Partial<SiteSettings>): Promise<void> {
  const answer = await operator.call('operator/saveSiteSettings', { settings, replaces: version, reason: 'As agreed' })
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  version += 1
}

async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { timeout: 20_000 }).toBe(true)
}

async function pictureAt(path: string) {
  const answer = await fetch(new URL(path, site.url))
  expect(answer.status, path).toBe(200)
  return loadImage(Buffer.from(await answer.arrayBuffer()))
}

async function pixelsAt(path: string) {
  const image = await pictureAt(path)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data]
}

async function storedFiles(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of product.files.list('site-pictures')) found.push(key)
  return found.toSorted()
}

async function storedOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.$client.query<{ id: string }>('select id from site_pictures where id = any($1::uuid[])', [
    ids,
  ])
  return rows.map(({ id }) => id).toSorted()
}

/** A PNG of 45,000 × 45,000 pixels, as its header says. */
function hugeHeader(): Buffer {
  const picture = logoPng()
  picture.writeUInt32BE(45_000, 16)
  picture.writeUInt32BE(45_000, 20)
  return picture
}

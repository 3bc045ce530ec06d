import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { storeContent } from '../../../../tests/support/files.ts'
import { mailsTo } from '../../../../tests/support/outbox.ts'
import { startReview } from '../../../../tests/support/review.ts'
import { GUEST_KEY_HEADER, type GuestView } from '../model/index.ts'

const lab = await startReview()
const { db } = lab
const ada = await lab.person('Ada')
const LENA = { name: 'Lena', key: 'the key of the browser of Lena' }
const ON_TWO = { firstWordId: 'w2', lastWordId: 'w3' }
const SECRETS = ['Summer', 'Ada', 'two']

beforeEach(() => db.$client.query(`delete from auth_rate_limits where key like 'review-%'`))

test('shows the captioned preview to the holder of a link', async () => {
  const { path, projectId } = await linkTo()
  const guest = lab.browser()
  const view = await guest.send(path)
  expect(view.json()).toEqual({
    state: 'open',
    title: 'Summer',
    ownerName: 'Ada',
    preview: `${path}/preview.mp4`,
    poster: `${path}/poster.jpg`,
  })
  expect(Object.fromEntries(view.headers)).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  const range = await guest.send(`${path}/preview.mp4`, { headers: { range: 'bytes=2-8' } })
  expect([range.status, range.text]).toEqual([206, 'preview'])
  const [start = ''] = (await guest.send(`${path}/document`)).text.split('\n')
  expect(JSON.parse(start)).toMatchObject({ access: 'viewer', document: { media: { id: projectId } } })
  expect((await guest.send(`${path}/peaks.json`)).status).toBe(404)
})

test('serves the own fonts that the captions name, and no others of the owner', async () => {
  const { path, projectId } = await linkTo()
  const guest = lab.browser()
  const [named, other] = [await ownFont(), await ownFont()]
  expect((await guest.send(`${path}/fonts`)).json()).toEqual({ fonts: [] })
  expect((await guest.send(`${path}/fonts/${named}`)).status).toBe(404)
  const patch = { font: { family: `own:${named}` as const } }
  await lab.edit(ada, projectId, [{ type: 'setStyle', styleId: 'main', patch }])
  expect((await guest.send(`${path}/fonts`)).json()).toEqual({
    fonts: [
      {
        family: `own:${named}`,
        weights: { min: 700, max: 700 },
        coverage: '20-7e',
        source: `${path}/fonts/${named}`,
      },
    ],
  })
  const file = await guest.send(`${path}/fonts/${named}`)
  expect([file.status, file.headers.get('content-type'), file.text]).toEqual([200, 'font/ttf', `font ${named}`])
  expect((await guest.send(`${path}/fonts/${other}`)).status).toBe(404)
})

test('serves the logo that the video shows, and no other of the owner', async () => {
  const { path, projectId } = await linkTo()
  const guest = lab.browser()
  const [shown, other] = [await ownLogo(), await ownLogo()]
  expect((await guest.send(`${path}/logo`)).json()).toEqual({ logos: [] })
  expect((await guest.send(`${path}/logo/${shown}`)).status).toBe(404)
  await lab.edit(ada, projectId, [{ type: 'setOverlays', overlays: { logo: { assetId: shown } } }])
  expect((await guest.send(`${path}/logo`)).json()).toEqual({
    logos: [{ id: shown, width: 40, height: 20, source: `${path}/logo/${shown}` }],
  })
  const file = await guest.send(`${path}/logo/${shown}`)
  expect([file.status, file.headers.get('content-type'), file.text]).toEqual([200, 'image/png', `logo ${shown}`])
  expect((await guest.send(`${path}/logo/${other}`)).status).toBe(404)
})

test('serves the pictures that hang on words, and no other of the owner', async () => {
  const { path, projectId } = await linkTo()
  const guest = lab.browser()
  const [hung, other] = [await ownLogo(), await ownLogo()]
  const decor = { id: 'd1', kind: 'image', assetId: hung, side: 'above' } as const
  await lab.edit(ada, projectId, [{ type: 'setDecor', items: [{ wordId: 'w2', decor }] }])
  expect((await guest.send(`${path}/logo`)).json()).toMatchObject({ logos: [{ id: hung }] })
  expect((await guest.send(`${path}/logo/${hung}`)).status).toBe(200)
  expect((await guest.send(`${path}/logo/${other}`)).status).toBe(404)
})

test('a logo of another account, or of no form, is missing behind a link', async () => {
  const { path, projectId } = await linkTo()
  for (const assetId of [await ownLogo(randomUUID()), 'not-an-id']) {
    await lab.edit(ada, projectId, [{ type: 'setOverlays', overlays: { logo: { assetId } } }])
    expect((await lab.browser().send(`${path}/logo`)).json()).toEqual({ logos: [] })
  }
})

test('stores no token, and gives the owner the same address again', async () => {
  const { url, projectId } = await linkTo()
  const token = url.split('/').at(-1) ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  const [link] = await ada.review.links({ projectId })
  expect(link).toMatchObject({ url, state: 'active', hasPassword: false, expiresAt: null })
  const { rows } = await db.$client.query('select to_jsonb(l) as link from review_links l')
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a revoked link stops at once, and says so without a title', async () => {
  const { path, projectId, linkId } = await linkTo()
  const guest = lab.browser()
  await ada.review.revokeLink({ projectId, linkId })
  await expectClosed(guest, path, 'revoked', 'This review link was revoked. Ask the person who sent it for a new one.')
})

test('an expired link says so without a title', async () => {
  const { path, projectId } = await linkTo({ days: 7 })
  expect((await ada.review.links({ projectId }))[0]?.expiresAt).not.toBeNull()
  await db.$client.query(`update review_links set expires_at = now() - interval '1 second' where project_id = $1`, [
    projectId,
  ])
  await expectClosed(
    lab.browser(),
    path,
    'expired',
    'This review link has expired. Ask the person who sent it for a new one.',
  )
})

test('a link ends with the video in the trash, and with the account', async () => {
  const zoe = await lab.person('Zoe')
  const projectId = await lab.project(zoe)
  const [link] = await zoe.review.createLink({ projectId, password: null, days: null })
  const path = `/api${new URL(link?.url ?? '').pathname}`
  const guest = lab.browser()
  await db.$client.query('update projects set removed_at = now() where id = $1', [projectId])
  expect((await guest.send(path)).json()).toEqual({ state: 'revoked' })
  expect((await guest.send(`${path}/preview.mp4`)).status).toBe(403)
  await db.$client.query('update projects set removed_at = null where id = $1', [projectId])
  expect((await guest.send(path)).json()).toMatchObject({ state: 'open' })
  const json = { password: 'purple otter climbs', confirm: zoe.email }
  expect((await zoe.browser.send('/api/auth/delete-account', { json })).status).toBe(200)
  const [view, file] = [await guest.send(path), await guest.send(`${path}/preview.mp4`)]
  expect(view.text).not.toContain('Summer')
  expect([403, 404]).toContain(file.status)
})

test('a guessed token finds nothing, and guessing is limited', async () => {
  const { path } = await linkTo()
  const guest = lab.browser(undefined)
  for (const wrong of [`${path.slice(0, -1)}_`, '/api/review/x', `/api/review/${'A'.repeat(43)}`]) {
    const answer = await guest.send(wrong)
    expect(answer.status, wrong).toBe(404)
    expect(answer.text).toContain('Review link not found')
  }
  const statuses = []
  for (let at = 0; at < 40; at++) statuses.push((await guest.send(`/api/review/guess${at}/preview.mp4`)).status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect((await guest.send(path)).status, 'a real link still works').toBe(200)
})

test('a password is asked for every file, and wrong ones are limited', async () => {
  const { path } = await linkTo({ password: 'violet harbour' })
  const guest = lab.browser()
  await expectClosed(guest, path, 'locked', 'This review link has a password. Enter it first.')
  const wrong = await guest.send(`${path}/unlock`, { json: { password: 'violet harbor' } })
  expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('This password is wrong.')])
  const right = await guest.send(`${path}/unlock`, { json: { password: 'violet harbour' } })
  expect(right.status).toBe(200)
  expect(right.headers.get('set-cookie')).toMatch(new RegExp(`^review=.*Path=${path}; HttpOnly; SameSite=Lax$`))
  expect((await guest.send(path)).json()).toMatchObject({ state: 'open', title: 'Summer' })
  expect((await guest.send(`${path}/preview.mp4`)).status).toBe(200)

  const other = lab.browser()
  const statuses = []
  for (let at = 0; at < 12; at++)
    statuses.push((await other.send(`${path}/unlock`, { json: { password: `guess ${at}` } })).status)
  expect(statuses.slice(-2)).toEqual([429, 429])
  expect((await other.send(`${path}/unlock`, { json: { password: 'violet harbour' } })).status).toBe(429)
  expect((await guest.send(path)).status, 'an open session of the link continues').toBe(200)
})

test('the cookie of one link opens no other, and cannot be forged', async () => {
  const first = await linkTo({ password: 'violet harbour' })
  const second = await linkTo({ password: 'violet harbour' })
  const guest = lab.browser()
  await guest.send(`${first.path}/unlock`, { json: { password: 'violet harbour' } })
  // This browser sends its cookies everywhere; a real one heeds the path.
  expect((await guest.send(second.path)).json()).toEqual({ state: 'locked' })
  const [expires = ''] = (guest.cookies.get('review') ?? '').split('.')
  for (const forged of ['', 'x', `${Number(expires) + 1}.${'A'.repeat(43)}`]) {
    guest.cookies.set('review', forged)
    expect((await guest.send(first.path)).json(), forged).toEqual({ state: 'locked' })
  }
})

test('a guest comments at words, answers, and deletes only their own', async () => {
  const { path, projectId } = await linkTo()
  const guest = lab.browser()
  const started = await guest.send(`${path}/comments`, { json: { ...LENA, text: 'Too <b>fast</b>', to: ON_TWO } })
  expect(started.json()).toMatchObject({
    quote: 'two three',
    comments: [{ author: 'Lena', isGuest: true, isOwn: true, text: 'Too <b>fast</b>' }],
  })
  const { threads } = await ada.review.threads({ projectId, filter: 'open' })
  const threadId = threads[0]?.id ?? ''
  expect(threads[0]?.comments).toMatchObject([{ author: 'Lena', isGuest: true, isOwn: false, mayDelete: true }])
  await ada.review.reply({ projectId, threadId, text: 'Slower now' })
  await guest.send(`${path}/comments`, { json: { ...LENA, text: 'Thanks', to: { threadId } } })
  const listed = await guest.send(`${path}/comments`, { headers: { [GUEST_KEY_HEADER]: LENA.key } })
  expect(listed.json()).toMatchObject({
    threads: [{ comments: [{ isOwn: true }, { author: 'Ada', isOwn: false, mayDelete: false }, { isOwn: true }] }],
  })
  const ids = (await ada.review.threads({ projectId, filter: 'open' })).threads[0]?.comments.map(({ id }) => id) ?? []
  const remove = async (id: string | undefined, key: string) =>
    (await guest.send(`${path}/comments/${id}`, { method: 'DELETE', headers: { [GUEST_KEY_HEADER]: key } })).status
  expect(await remove(ids[1], LENA.key)).toBe(403)
  expect(await remove(ids[2], 'the key of somebody else')).toBe(403)
  expect(await remove(ids[2], LENA.key)).toBe(200)
})

test('mails the owner about a guest’s comments once an hour', async () => {
  const bea = await lab.person('Bea')
  const projectId = await lab.project(bea)
  const [link] = await bea.review.createLink({ projectId, password: null, days: null })
  const path = `/api${new URL(link?.url ?? '').pathname}`
  for (const text of ['First', 'Second'])
    await lab.browser().send(`${path}/comments`, { json: { ...LENA, text, to: ON_TWO } })
  expect(await mailsTo(db, bea.email, 'commented')).toMatchObject([
    { subject: 'Lena commented on “Summer”', paragraphs: [expect.stringContaining('“two three”'), 'First'] },
  ])
})

test('refuses hostile comments of guests with a sentence, and stores none', async () => {
  const { path, projectId } = await linkTo()
  const foreign = await lab.project(ada)
  const { id: foreignThread } = await ada.review.start({ projectId: foreign, ...ON_TWO, text: 'Secret' })
  const guest = lab.browser()
  const comment = async (change: object) => {
    const answer = await guest.send(`${path}/comments`, { json: { ...LENA, text: 'Hi', to: ON_TWO, ...change } })
    return [answer.status, answer.text] as const
  }
  expect(await comment({ text: 'x'.repeat(10_000) })).toEqual([
    422,
    expect.stringContaining('A comment has at most 5,000 characters. Shorten it, or send it in two.'),
  ])
  expect(await comment({ text: ' \n ' })).toEqual([422, expect.stringContaining('Write a comment first.')])
  expect(await comment({ name: '\u202e ' })).toEqual([422, expect.stringContaining('Enter your name.')])
  expect(await comment({ to: { firstWordId: 'w2', lastWordId: 'gone' } })).toEqual([
    409,
    expect.stringContaining('These words were just deleted or replaced.'),
  ])
  expect(await comment({ to: { threadId: foreignThread } })).toEqual([404, expect.stringContaining('not found')])
  expect((await comment({ to: { threadId: randomUUID() } }))[0]).toBe(404)
  const crossSite = await guest.send(`${path}/comments`, {
    json: { ...LENA, text: 'Hi', to: ON_TWO },
    headers: { origin: 'https://evil.example' },
  })
  expect(crossSite.status).toBe(403)
  expect((await ada.review.overview({ projectId })).open).toEqual([])
})

test('limits the comments of a guest', async () => {
  const { path } = await linkTo()
  const guest = lab.browser()
  const write = async () => (await guest.send(`${path}/comments`, { json: { ...LENA, text: 'Hi', to: ON_TWO } })).status
  for (let at = 0; at < 10; at++) expect(await write()).toBe(200)
  expect(await write()).toBe(429)
})

test('tells the owner by mail and on the page which revision a guest approved', async () => {
  const { path, projectId } = await linkTo({}, 'Autumn')
  const guest = lab.browser()
  const decide = (decision: string, revision = 1) =>
    guest.send(`${path}/decision`, { json: { ...LENA, decision, revision } })
  expect((await decide('changes')).status).toBe(200)
  expect((await decide('approved')).status).toBe(200)
  expect(await ada.review.overview({ projectId })).toMatchObject({
    decisions: [{ author: 'Lena', isGuest: true, isOwn: false, decision: 'approved', revision: 1 }],
  })
  const subjects = (await mailsTo(db, ada.email, 'Autumn')).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(['Lena approved “Autumn”', 'Lena asks for changes to “Autumn”'])
  await lab.edit(ada, projectId, [{ type: 'deleteWords', ids: ['w6'] }])
  expect((await ada.review.overview({ projectId })).decisions).toMatchObject([{ revision: 1 }])
  const seen = await guest.send(`${path}/comments`, { headers: { [GUEST_KEY_HEADER]: LENA.key } })
  expect(seen.json()).toMatchObject({ revision: 2, decision: { decision: 'approved', revision: 1 } })
  expect((await decide('perhaps')).status).toBe(422)
  expect((await decide('approved', 99)).status, 'a revision that does not exist counts as the newest').toBe(200)
  expect((await ada.review.overview({ projectId })).decisions).toMatchObject([{ revision: 2 }])
})

test('a guest finds their own decision after those of many others', async () => {
  const { path, projectId } = await linkTo()
  const guest = lab.browser()
  await guest.send(`${path}/decision`, { json: { ...LENA, decision: 'changes', revision: 1 } })
  await db.$client.query(
    `insert into review_decisions (id, project_id, guest_name, guest_hash, decision, revision, created_at)
     select gen_random_uuid(), $1, 'Guest ' || n, n::text, 'approved', 1, now() + n * interval '1 second'
     from generate_series(1, 30) n`,
    [projectId],
  )
  const seen = await guest.send(`${path}/comments`, { headers: { [GUEST_KEY_HEADER]: LENA.key } })
  expect(seen.json()).toMatchObject({ decision: { author: 'Lena', decision: 'changes' } })
  const stranger = await lab.browser().send(`${path}/comments`)
  expect(stranger.json()).toMatchObject({ decision: null })
})

test('only the owner makes and sees links', async () => {
  const { projectId, linkId } = await linkTo()
  const bob = await lab.person('Bob')
  await lab.join(ada, bob)
  for (const refused of [
    () => bob.review.links({ projectId }),
    () => bob.review.createLink({ projectId, password: null, days: null }),
    () => bob.review.revokeLink({ projectId, linkId }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'forbidden' })
})

/** A font of Ada. @returns its id */
async function ownFont(): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into brand_fonts (id, owner_id, sha256, family, style, weight_min, weight_max, is_italic, size_bytes, coverage, created_at)
     values ($1, $2, $3, 'Acme', 'Bold', 700, 700, false, 40, '20-7e', now())`,
    [id, ada.id, id.replaceAll('-', '').repeat(2)],
  )
  await storeContent(lab.product.files, `fonts/${ada.id}/${id}.ttf`, `font ${id}`)
  return id
}

/** A logo of Ada. @returns its id */
async function ownLogo(ownerId = ada.id): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into brand_logos (id, owner_id, sha256, name, width, height, size_bytes, created_at)
     values ($1, $2, $3, 'Acme', 40, 20, 40, now())`,
    [id, ownerId, id.replaceAll('-', '').repeat(2)],
  )
  await storeContent(lab.product.files, `logos/${ownerId}/${id}.png`, `logo ${id}`)
  return id
}

/** A link to a new project of Ada. */
async function linkTo(o: { password?: string; days?: 7 | 30 } = {}, title = 'Summer') {
  const projectId = await lab.project(ada, undefined, title)
  const { password = null, days = null } = o
  const [link] = await ada.review.createLink({ projectId, password, days })
  const url = link?.url ?? ''
  return { projectId, linkId: link?.id ?? '', url, path: `/api${new URL(url).pathname}` }
}

/** Every address of a link refuses with its reason, and reveals nothing else. */
async function expectClosed(
  guest: ReturnType<typeof lab.browser>,
  path: string,
  state: GuestView['state'],
  sentence: string,
): Promise<void> {
  expect((await guest.send(path)).json()).toEqual({ state })
  const requests = [
    guest.send(`${path}/preview.mp4`, { headers: { range: 'bytes=0-1' } }),
    guest.send(`${path}/poster.jpg`),
    guest.send(`${path}/document`),
    guest.send(`${path}/fonts`),
    guest.send(`${path}/fonts/${randomUUID()}`),
    guest.send(`${path}/logo`),
    guest.send(`${path}/logo/${randomUUID()}`),
    guest.send(`${path}/comments`),
    guest.send(`${path}/comments`, { json: { ...LENA, text: 'Hi', to: ON_TWO } }),
    guest.send(`${path}/decision`, { json: { ...LENA, decision: 'approved', revision: 1 } }),
  ]
  for (const { status, text } of await Promise.all(requests)) {
    expect(status).toBe(403)
    expect(text).toContain(sentence)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  }
}

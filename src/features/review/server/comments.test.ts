import { beforeEach, expect, test } from 'vitest'
import { applyCommands } from '#features/captions/model/index.ts'
import { makeCaptions } from '#features/captions/server/index.ts'
import { listPeople } from '#features/collaboration/server/index.ts'
import { type Queryable, transaction } from '#platform/server/db.ts'
import { mailsTo } from '../../../../tests/support/outbox.ts'
import { startReview, transcriptOf } from '../../../../tests/support/review.ts'
import { COMMENT_LENGTH, findAnchor, THREADS_PER_PAGE } from '../model/index.ts'
import { moveAnchors } from './index.ts'
import { readOverview, readThreads } from './read-comments.ts'

const lab = await startReview()
const { db } = lab
const ada = await lab.person('Ada')
const bob = await lab.person('Bob')
const vera = await lab.person('Vera')
await lab.join(ada, bob)
await lab.join(ada, vera, 'reviewer')
const eve = await lab.person('Eve')

beforeEach(() => db.$client.query(`delete from auth_rate_limits where key like 'review-%'`))

const ON_TWO = { firstWordId: 'w2', lastWordId: 'w3' }

test('keeps a comment at words with their quotation, and its answers', async () => {
  const projectId = await lab.project(ada)
  const started = await ada.review.start({ projectId, ...ON_TWO, text: '  Too fast?\u0000 ' })
  expect(started).toMatchObject({ ...ON_TWO, quote: 'two three', isResolved: false, nearWordId: null })
  await vera.review.reply({ projectId, threadId: started.id, text: 'I think so.' })
  const { threads, next } = await bob.review.threads({ projectId, filter: 'open' })
  expect(next).toBeNull()
  expect(threads.map(({ comments }) => comments)).toMatchObject([
    [
      { author: 'Ada', text: 'Too fast?', isOwn: false, isGuest: false, mayDelete: false },
      { author: 'Vera', text: 'I think so.' },
    ],
  ])
})

test('a viewer neither reads nor writes comments, and nobody mentions them', async () => {
  const vic = await lab.person('Vic')
  await lab.join(eve, vic, 'viewer')
  const projectId = await lab.project(eve)
  const { id: threadId } = await eve.review.start({ projectId, ...ON_TWO, text: 'Look, @Vic' })
  const refused = { code: 'forbidden', message: 'You can view this video, but not read or write comments.' }
  const { overview, threads, start, reply, resolve, decide } = vic.review
  for (const call of [
    () => overview({ projectId }),
    () => threads({ projectId, filter: 'open' }),
    () => start({ projectId, ...ON_TWO, text: 'Hm' }),
    () => reply({ projectId, threadId, text: 'Hm' }),
    () => resolve({ projectId, threadId, isResolved: true }),
    () => decide({ projectId, decision: 'approved', revision: 1 }),
  ])
    await expect(call()).rejects.toMatchObject(refused)
  expect(await mailsTo(db, vic.email, 'mentioned')).toEqual([])
  expect((await eve.review.people({ projectId })).map(({ name }) => name)).toEqual(['Eve'])
  expect(await vic.captions.get({ projectId })).toMatchObject({ access: 'viewer' })
})

test('a reviewer approves or asks for changes, which the owner sees and gets by mail', async () => {
  const projectId = await lab.project(ada, 'one two three four', 'Winter')
  const decisions = async (who: typeof ada) => (await who.review.overview({ projectId })).decisions
  await vera.review.decide({ projectId, decision: 'changes', revision: 1 })
  await vera.review.decide({ projectId, decision: 'approved', revision: 1 })
  const decided = { author: 'Vera', isGuest: false, decision: 'approved', revision: 1 }
  expect(await decisions(ada)).toMatchObject([{ ...decided, isOwn: false }])
  expect(await decisions(vera)).toMatchObject([{ ...decided, isOwn: true }])
  const mails = await mailsTo(db, ada.email, 'Winter')
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Vera approved “Winter”',
    'Vera asks for changes to “Winter”',
  ])
  expect(new Set(mails.map(({ paragraphs }) => paragraphs[0]))).toEqual(
    new Set(['Vera approved the captions.', 'Vera asks for changes. Their comments say which.']),
  )
  await lab.edit(bob, projectId, [{ type: 'deleteWords', ids: ['w4'] }])
  expect(await decisions(ada)).toMatchObject([{ decision: 'approved', revision: 1 }])
  await ada.review.decide({ projectId, decision: 'approved', revision: 2 })
  expect(await mailsTo(db, ada.email, 'Ada approved')).toEqual([])
})

test('decisions of many guests push out neither those of members nor one’s own', async () => {
  const projectId = await lab.project(ada)
  await vera.review.decide({ projectId, decision: 'approved', revision: 1 })
  await db.$client.query(
    `insert into review_decisions (id, project_id, guest_name, guest_hash, decision, revision, created_at)
     select gen_random_uuid(), $1, 'Guest ' || n, n::text, 'approved', 1, now() + n * interval '1 second'
     from generate_series(1, 30) n`,
    [projectId],
  )
  const { decisions } = await ada.review.overview({ projectId })
  expect(decisions).toHaveLength(20)
  expect(decisions[0]).toMatchObject({ author: 'Vera', isGuest: false })
  expect(decisions[1]).toMatchObject({ author: 'Guest 30', isGuest: true })
  await db.$client.query(
    `insert into review_decisions (id, project_id, author_id, decision, revision, created_at)
     select gen_random_uuid(), $1, gen_random_uuid(), 'approved', 1, now() + n * interval '1 second'
     from generate_series(1, 30) n`,
    [projectId],
  )
  expect((await vera.review.overview({ projectId })).decisions[0]).toMatchObject({ author: 'Vera', isOwn: true })
})

test('finds the names of authors by their keys', async () => {
  const projectId = await lab.project(ada)
  await ada.review.start({ projectId, ...ON_TWO, text: 'Look' })
  await ada.review.decide({ projectId, decision: 'approved', revision: 1 })
  await db.$client.query(
    `insert into users (id, email, display_name)
     select gen_random_uuid(), 'many-' || n || '@example.com', 'Many' from generate_series(1, 3000) n`,
  )
  await db.$client.query('analyze users')
  const sent: { text: string; values: unknown[] }[] = []
  const q = {
    ...db,
    $client: {
      query: (statement: { text: string; values: unknown[] }) => {
        sent.push(statement)
        return db.$client.query(statement)
      },
    },
  } as unknown as Queryable
  await readOverview(q, projectId, { kind: 'user', userId: ada.id, isOwner: true })
  await readThreads(q, { projectId, reader: { kind: 'user', userId: ada.id, isOwner: true } })
  await listPeople(q, ada.id)
  const named = sent.filter(({ text }) => /\busers\b/u.test(text))
  expect(named).toHaveLength(4)
  for (const { text, values } of named) {
    const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n'), text).not.toMatch(/Seq Scan on users/u)
  }
})

test('orders the words of a selection that was made backwards', async () => {
  const projectId = await lab.project(ada)
  const backwards = { firstWordId: 'w5', lastWordId: 'w4' }
  const started = await ada.review.start({ projectId, ...backwards, text: 'Swap?' })
  expect(started).toMatchObject({ firstWordId: 'w4', lastWordId: 'w5', quote: 'four five' })
})

test('refuses a comment on a word that is gone, and stores nothing', async () => {
  const projectId = await lab.project(ada)
  await lab.edit(bob, projectId, [{ type: 'deleteWords', ids: ['w3'] }])
  await expect(ada.review.start({ projectId, ...ON_TWO, text: 'Late' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'These words were just deleted or replaced. Select other words and send the comment again.',
  })
  expect(await ada.review.overview({ projectId })).toEqual({ open: [], decisions: [] })
})

test('refuses 10,000 characters with the limit, and accepts the longest comment', async () => {
  const projectId = await lab.project(ada)
  const longest = await ada.review.start({ projectId, ...ON_TWO, text: 'x'.repeat(COMMENT_LENGTH) })
  expect(longest.comments[0]?.text).toHaveLength(COMMENT_LENGTH)
  const answer = await ada.browser.call('review/start', { projectId, ...ON_TWO, text: 'x'.repeat(10_000) })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('A comment has at most 5,000 characters. Shorten it, or send it in two.')
})

test('keeps markup as the text it is', async () => {
  const projectId = await lab.project(ada)
  const text = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) &lt;'
  expect((await ada.review.start({ projectId, ...ON_TWO, text })).comments[0]?.text).toBe(text)
})

test('moves a comment on deleted words to their neighbour, and back after an undo', async () => {
  const projectId = await lab.project(ada)
  const { id } = await ada.review.start({ projectId, ...ON_TWO, text: 'Keep this' })
  const { document: before } = await ada.captions.get({ projectId })
  await lab.edit(bob, projectId, [{ type: 'deleteWords', ids: ['w3'] }])
  expect(await wordsOf(projectId)).toEqual([{ id, text: 'two', isMoved: false }])
  await lab.edit(bob, projectId, [{ type: 'deleteWords', ids: ['w1', 'w2'] }])
  expect(await wordsOf(projectId)).toEqual([{ id, text: 'four', isMoved: true }])
  await lab.edit(bob, projectId, [{ type: 'deleteWords', ids: ['w4'] }])
  expect(await wordsOf(projectId)).toEqual([{ id, text: 'five', isMoved: true }])
  const { threads } = await ada.review.threads({ projectId, filter: 'open' })
  expect(threads[0]?.quote).toBe('two three')

  const { inverse } = applyCommands(before, [{ type: 'deleteWords', ids: ['w1', 'w2', 'w3', 'w4'] }])
  await lab.edit(bob, projectId, inverse)
  expect(await wordsOf(projectId)).toEqual([{ id, text: 'two three', isMoved: false }])
})

test('keeps a comment when every word is deleted', async () => {
  const projectId = await lab.project(ada, 'one two')
  const { id } = await ada.review.start({ projectId, firstWordId: 'w1', lastWordId: 'w2', text: 'All of it' })
  await lab.edit(ada, projectId, [{ type: 'deleteWords', ids: ['w1', 'w2'] }])
  expect(await wordsOf(projectId)).toEqual([{ id, text: undefined, isMoved: undefined }])
})

test('moves comments to the words of a new transcript that are spoken at the same time', async () => {
  const projectId = await lab.project(ada)
  const { id } = await ada.review.start({ projectId, firstWordId: 'w5', lastWordId: 'w6', text: 'Here' })
  const { words, lang } = transcriptOf('a b c d e f')
  const later = words.slice(3)
  await transaction(db, (tx) =>
    makeCaptions(
      tx,
      { threadPool: lab.product.threadPool, onWordsRemoved: moveAnchors },
      { projectId, language: lang, words: later, engine: 'test', model: 'other', attribution: null },
    ),
  )
  expect(await wordsOf(projectId)).toEqual([{ id, text: 'e f', isMoved: false }])
})

test('mails people who are mentioned, and lists the comment for them', async () => {
  const projectId = await lab.project(ada)
  const text = 'Can you check this, @bob? And @Ada, @Eve, me@vera.example.'
  const { id } = await ada.review.start({ projectId, ...ON_TWO, text })
  const [mail, ...others] = await mailsTo(db, bob.email, 'mentioned')
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    subject: 'Ada mentioned you in a comment on “Summer”',
    paragraphs: ['Ada commented on “two three”:', text],
    action: { url: expect.stringMatching(`/projects/${projectId}\\?comment=${id}$`) },
  })
  for (const one of [ada, eve, vera]) expect(await mailsTo(db, one.email, 'mentioned')).toEqual([])
  expect((await bob.review.threads({ projectId, filter: 'mentions' })).threads).toMatchObject([{ id }])
  expect((await vera.review.threads({ projectId, filter: 'mentions' })).threads).toEqual([])
})

test('lets authors edit and delete their own comments, and the owner delete any', async () => {
  const projectId = await lab.project(ada)
  const { id: threadId, comments } = await bob.review.start({ projectId, ...ON_TWO, text: 'Hm' })
  const commentId = comments[0]?.id ?? ''
  await expect(vera.review.edit({ projectId, commentId, text: 'Ha' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ada.review.edit({ projectId, commentId, text: 'Ha' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(vera.review.remove({ projectId, commentId })).rejects.toMatchObject({ code: 'forbidden' })
  await bob.review.edit({ projectId, commentId, text: 'Hm, slower' })
  await ada.review.reply({ projectId, threadId, text: 'Yes' })
  expect(await textsIn(projectId)).toEqual([['Hm, slower', 'Yes']])
  await ada.review.remove({ projectId, commentId })
  expect(await textsIn(projectId), 'the answer stays').toEqual([['', 'Yes']])
  const answer = (await ada.review.threads({ projectId, filter: 'open' })).threads[0]?.comments[1]?.id ?? ''
  await ada.review.remove({ projectId, commentId: answer })
  expect(await textsIn(projectId), 'the empty thread goes').toEqual([])
})

test('resolves and reopens a thread; an answer reopens it too', async () => {
  const projectId = await lab.project(ada)
  const { id: threadId } = await ada.review.start({ projectId, ...ON_TWO, text: 'Done?' })
  await bob.review.resolve({ projectId, threadId, isResolved: true })
  expect((await ada.review.overview({ projectId })).open).toEqual([])
  expect((await ada.review.threads({ projectId, filter: 'resolved' })).threads).toMatchObject([{ id: threadId }])
  expect((await ada.review.threads({ projectId, filter: 'open' })).threads).toEqual([])
  await bob.review.reply({ projectId, threadId, text: 'Not yet' })
  expect((await ada.review.overview({ projectId })).open).toMatchObject([{ threadId, ...ON_TWO }])
})

test('lists threads in pages, newest first, each once', async () => {
  const projectId = await lab.project(ada)
  const started = []
  for (let at = 0; at < THREADS_PER_PAGE + 3; at++) {
    const { review } = [ada, bob][at % 2] ?? ada
    started.push((await review.start({ projectId, ...ON_TWO, text: `Comment ${at}` })).id)
  }
  const first = await vera.review.threads({ projectId, filter: 'open' })
  expect(first.threads).toHaveLength(THREADS_PER_PAGE)
  const second = await vera.review.threads({ projectId, filter: 'open', cursor: first.next ?? '' })
  expect(second.next).toBeNull()
  expect([...first.threads, ...second.threads].map(({ id }) => id).toSorted()).toEqual(started.toSorted())
  const mine = await bob.review.threads({ projectId, filter: 'mine' })
  expect(mine.threads).toHaveLength(Math.floor(started.length / 2))
  await expect(vera.review.threads({ projectId, filter: 'open', cursor: 'x' })).rejects.toMatchObject({
    code: 'unprocessable',
  })
})

test('limits the comments of a minute', async () => {
  const projectId = await lab.project(eve)
  const write = () => eve.review.start({ projectId, ...ON_TWO, text: 'Again' })
  for (let at = 0; at < 30; at++) await write()
  await expect(write()).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('tells other open editors of a comment within a second', async () => {
  const projectId = await lab.project(ada)
  const closing = new AbortController()
  const events = await vera.captions.watch({ projectId, revision: 1 }, { signal: closing.signal })
  const news = events[Symbol.asyncIterator]()
  // The first event says that the stream is open.
  await news.next()
  // Other work of the machine delays comments too, so the fastest of three counts.
  let fastestMs = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && fastestMs >= 1_000; attempt += 1) {
    await ada.review.start({ projectId, ...ON_TWO, text: 'Look' })
    const sentAt = performance.now()
    let next = await news.next()
    while (next.done !== true && next.value.type !== 'comments') next = await news.next()
    expect(next.done).not.toBe(true)
    fastestMs = Math.min(fastestMs, performance.now() - sentAt)
  }
  expect(fastestMs).toBeLessThan(1_000)
  closing.abort()
})

test('hides the comments of a project from everybody without access', async () => {
  const projectId = await lab.project(ada)
  const foreign = await lab.project(eve)
  const { id: threadId, comments } = await ada.review.start({ projectId, ...ON_TWO, text: 'Ours' })
  const commentId = comments[0]?.id ?? ''
  await expect(eve.review.threads({ projectId, filter: 'open' })).rejects.toMatchObject({ code: 'not_found' })
  // Her own project gives no access to the comments of another.
  const refused = { code: 'not_found', message: 'Comment not found' }
  await expect(eve.review.reply({ projectId: foreign, threadId, text: 'Hi' })).rejects.toMatchObject(refused)
  await expect(eve.review.resolve({ projectId: foreign, threadId, isResolved: true })).rejects.toMatchObject(refused)
  await expect(eve.review.remove({ projectId: foreign, commentId })).rejects.toMatchObject(refused)
  expect(await textsIn(projectId)).toEqual([['Ours']])
})

test('exports a person’s comments and decisions, and erases both with the account; answers stay', async () => {
  const zoe = await lab.person('Zoe')
  await lab.join(ada, zoe)
  const projectId = await lab.project(ada)
  const { id: threadId } = await zoe.review.start({ projectId, ...ON_TWO, text: 'My words' })
  await ada.review.reply({ projectId, threadId, text: 'Right, @Zoe' })
  await zoe.review.start({ projectId, ...ON_TWO, text: 'Alone' })
  await zoe.review.decide({ projectId, decision: 'approved', revision: 1 })
  const exported = await zoe.browser.send('/api/account/export.json')
  expect(exported.json()).toMatchObject({
    comments: [
      { projectId, quote: 'two three', text: 'My words' },
      { projectId, quote: 'two three', text: 'Alone' },
    ],
    decisions: [{ projectId, decision: 'approved', revision: 1 }],
  })
  const gone = await zoe.browser.send('/api/auth/delete-account', {
    json: { password: 'purple otter climbs', confirm: zoe.email },
  })
  expect(gone.status).toBe(200)
  expect(await textsIn(projectId)).toEqual([['', 'Right, @Zoe']])
  expect((await ada.review.overview({ projectId })).decisions).toEqual([])
  const { rows } = await db.$client.query('select 1 from review_comments where author_id = $1 or $1 = any (mentions)', [
    zoe.id,
  ])
  expect(rows).toEqual([])
})

test('deletes comments and links with their project', async () => {
  const projectId = await lab.project(ada)
  await ada.review.start({ projectId, ...ON_TWO, text: 'Short life' })
  await ada.review.createLink({ projectId, password: null, days: null })
  await db.$client.query('delete from projects where id = $1', [projectId])
  const { rows } = await db.$client.query(
    `select project_id from review_threads where project_id = $1
     union all select project_id from review_links where project_id = $1`,
    [projectId],
  )
  expect(rows).toEqual([])
})

/** The words to which each open thread leads now. */
async function wordsOf(projectId: string) {
  const { document } = await ada.captions.get({ projectId })
  const { open } = await ada.review.overview({ projectId })
  return open.map((anchor) => {
    const at = findAnchor(document, anchor)
    const words = at && document.words.slice(at.first, at.last + 1).map(({ text }) => text)
    return { id: anchor.threadId, text: words?.join(' '), isMoved: at?.isMoved }
  })
}

/** The texts of all open threads. */
async function textsIn(projectId: string) {
  const { threads } = await ada.review.threads({ projectId, filter: 'open' })
  return threads.map(({ comments }) => comments.map(({ text }) => text))
}

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Db, transaction } from '#platform/server/db.ts'
import { captionsLab, PROBE } from '../../../../../tests/support/captions-lab.ts'
import type { Command } from '../../model/index.ts'
import { createDocumentFor, documentOf, indexDueCaptions } from '../index.ts'
import { searchCaptions } from './search-captions.ts'

const { db, threadPool, clientOf, webProcess } = await captionsLab()
const MINUTE_MS = 60_000

test('finds a sentence with the time of its first match', async () => {
  const ada = randomUUID()
  const projectId = await say(ada, 'Welcome back. Today we cut a very sharp café knife. Bye!')
  expect(await search(ada, 'Cafe KNIFE')).toEqual([
    {
      projectId,
      title: 'My clip',
      titleMatches: [],
      poster: null,
      ownerName: null,
      sentences: [
        {
          text: 'Today we cut a very sharp café knife.',
          matches: [
            { from: 26, to: 30 },
            { from: 31, to: 36 },
          ],
          timeMs: 2_400,
        },
      ],
    },
  ])
})

test('shows at most three sentences of a video, in the order in which they are said', async () => {
  const ada = randomUUID()
  await say(ada, Array.from({ length: 200 }, (_, at) => `Take ${at} is good.`).join(' '))
  const [found] = await search(ada, 'take good')
  expect(found?.sentences.map(({ text }) => text)).toEqual(['Take 0 is good.', 'Take 1 is good.', 'Take 2 is good.'])
  const [late] = await search(ada, 'take 199')
  expect(late?.sentences).toMatchObject([{ text: 'Take 199 is good.', timeMs: 199 * 4 * 300 }])
})

test('finds titles anywhere, before what is said, and marks both', async () => {
  const ada = randomUUID()
  const titled = await say(ada, 'Nothing here.', { title: 'How to bake a 50% rye bread' })
  const said = await say(ada, 'I like rye.', { title: 'Talk' })
  const found = await search(ada, 'rye')
  expect(found.map(({ projectId }) => projectId)).toEqual([titled, said])
  expect(found[0]).toMatchObject({ titleMatches: [{ from: 18, to: 21 }], sentences: [] })
  expect((await search(ada, '50%')).map(({ projectId }) => projectId)).toEqual([titled])
})

test('finds words of languages without spaces', async () => {
  const ada = randomUUID()
  const projectId = await say(ada, '昨日 は 黒い 猫 を 見た。')
  for (const query of ['猫', '黒い 猫']) {
    expect(await search(ada, query), query).toMatchObject([{ projectId }])
  }
})

test('finds what was edited a moment ago, and no longer what it replaced', async () => {
  const ada = randomUUID()
  const projectId = await say(ada, 'A blue house.')
  expect(await search(ada, 'blue')).toHaveLength(1)
  const { words } = (await documentOf(db, projectId)) ?? { words: [] }
  await webProcess()(ada, projectId).apply([rename(words[1]?.id ?? '', 'green')], 1)
  expect(await search(ada, 'blue')).toEqual([])
  expect(await search(ada, 'green')).toMatchObject([{ sentences: [{ text: 'A green house.' }] }])
})

test('indexes captions once they have been quiet for a minute, or stale for ten', async () => {
  const ada = randomUUID()
  const projectId = await say(ada, 'A blue house.')
  const indexedAt = async (now: number) => {
    await indexDueCaptions({ db, threadPool, now: () => new Date(now) })
    const { rows } = await db.$client.query<{ isCurrent: boolean }>(
      'select indexed_state is not distinct from state as "isCurrent" from caption_documents where project_id = $1',
      [projectId],
    )
    return rows[0]?.isCurrent
  }
  const { words } = (await documentOf(db, projectId)) ?? { words: [] }
  const start = Date.now()
  expect(await indexedAt(start), 'never indexed').toBe(true)
  await webProcess()(ada, projectId).apply([rename(words[1]?.id ?? '', 'green')], 1)
  expect(await indexedAt(start + 30_000), 'still being edited').toBe(false)
  expect(await indexedAt(start + 2 * MINUTE_MS), 'quiet').toBe(true)
  await webProcess()(ada, projectId).apply([rename(words[1]?.id ?? '', 'red')], 2)
  await db.$client.query("update caption_documents set updated_at = now() + interval '1 hour' where project_id = $1", [
    projectId,
  ])
  expect(await indexedAt(start + 9 * MINUTE_MS), 'busy').toBe(false)
  expect(await indexedAt(start + 11 * MINUTE_MS), 'busy for long').toBe(true)
})

test('an edit does not touch the index', async () => {
  const ada = randomUUID()
  const projectId = await say(ada, 'A blue house.')
  await search(ada, 'blue')
  const { words } = (await documentOf(db, projectId)) ?? { words: [] }
  const before = await sections(projectId)
  await webProcess()(ada, projectId).apply([rename(words[1]?.id ?? '', 'green')], 1)
  expect(await sections(projectId)).toEqual(before)
})

test('finds only own videos and those of a team with a seat, and never removed ones', async () => {
  const [owner, editor, stranger] = [await user('premium'), await user('free'), await user('free')]
  const projectId = await say(owner, 'A secret recipe.')
  await db.$client.query(
    "insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'viewer', now())",
    [owner, editor],
  )
  expect(await search(owner, 'secret')).toMatchObject([{ projectId, ownerName: null }])
  expect(await search(editor, 'secret')).toMatchObject([{ projectId, ownerName: 'Somebody' }])
  expect(await search(stranger, 'secret')).toEqual([])
  await db.$client.query("update users set plan = 'free' where id = $1", [owner])
  expect(await search(editor, 'secret')).toEqual([])
  await db.$client.query('update projects set removed_at = now() where id = $1', [projectId])
  expect(await search(owner, 'secret')).toEqual([])
  await db.$client.query('delete from projects where id = $1', [projectId])
  expect(await sections(projectId)).toEqual([])
})

test('shows 20 videos and says that there are more', async () => {
  const ada = randomUUID()
  for (let at = 0; at < 21; at += 1) await say(ada, 'Hello there.', { title: `Take ${at}` })
  await indexDueCaptions({ db, threadPool, now: () => new Date() })
  const { videos, hasMore } = await clientOf(ada).search({ query: 'hello' })
  expect(videos).toHaveLength(20)
  expect(hasMore).toBe(true)
  expect(videos[0]?.title).toBe('Take 20')
  expect(await clientOf(ada).search({ query: 'take 7' })).toMatchObject({ hasMore: false })
})

test('answers signs, one letter and too long a text', async () => {
  const ada = randomUUID()
  await say(ada, "It's 100 %_* sure \\ 'quoted' <b>bold</b> & | ! :* ()")
  for (const query of ['%'.repeat(200), "' & ! | :* ()", '\\', '_', '<b>', "'", '🙂'])
    expect(await search(ada, query), query).toBeInstanceOf(Array)
  expect(await search(ada, 's')).toMatchObject([{ sentences: [{ matches: [{ from: 13, to: 14 }] }] }])
  await expect(search(ada, 'x'.repeat(201))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(search(ada, '   ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('refuses the 121st search of a minute', async () => {
  const ada = randomUUID()
  for (let at = 0; at < 120; at += 1) await search(ada, 'x')
  await expect(search(ada, 'x')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('reads an index for 5,000 videos, however common the words', async () => {
  const ada = randomUUID()
  await fill(ada, 5_000)
  const owners = new Map([[ada, null]])
  const recorded: { text: string; values: unknown[] }[] = []
  await searchCaptions(recording(db, recorded), owners, 'rare1234')
  const bySections = recorded.find(({ text }) => text.includes('@@'))
  const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(
    `explain ${bySections?.text ?? ''}`,
    bySections?.values,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Bitmap Index Scan on caption_search_sections_by_key')
  expect(plan).not.toContain('Seq Scan on caption_search_sections')
  const rare = await searchCaptions(db, owners, 'rare1234')
  expect(rare.videos).toHaveLength(1)
  expect(rare.videos[0]?.sentences).toMatchObject(Array.from({ length: 3 }, () => ({ text: 'rare1234 common' })))
  for (const query of ['common', 'c', '%'.repeat(200), 'a '.repeat(100), 'x'.repeat(200), 'common nothing']) {
    const { videos } = await searchCaptions(db, owners, query)
    expect(videos.length, query).toBe(query.startsWith('c') && query !== 'common nothing' ? 20 : 0)
  }
})

/** 5,000 videos of six sections each, with the keys and sentences of a common and of a rare word. */
async function fill(ownerId: string, videos: number): Promise<void> {
  const probe = await say(ownerId, 'Probe.')
  await search(ownerId, 'probe')
  const { rows } = await db.$client.query<{ scope: string }>(
    'select left((tsvector_to_array(keys))[1], 8) as scope from caption_search_sections where project_id = $1',
    [probe],
  )
  const scope = rows[0]?.scope
  await db.$client.query(
    `with made as (
       insert into projects (id, owner_id, title, size_bytes) select gen_random_uuid(), $1, 'Long', 1
       from generate_series(1, $2::integer) returning id),
     documents as (
       insert into caption_documents (project_id, revision, snapshot, state, indexed_state)
       select id, 1, '', id, id from made returning project_id)
     insert into caption_search_sections (project_id, section, keys, sentences)
     select project_id, section,
       array_to_tsvector(array[$3 || 'common', $3 || 'rare' || number] || array(
         select $3 || 'word' || (number * 7 + section * 31 + n) % 20000 from generate_series(1, 60) n)),
       convert_to(jsonb_build_array(jsonb_build_object(
         'text', 'rare' || number || ' common', 'places', '[0, 9]'::jsonb, 'starts', '[0, 300]'::jsonb))::text, 'UTF8')
     from (select project_id, row_number() over (order by project_id) as number from documents) numbered,
       generate_series(0, 5) section`,
    [ownerId, videos, scope],
  )
  await db.$client.query('analyze projects, caption_documents, caption_search_sections')
}

/** The real database, whose statements are written down. */
function recording(real: Db, recorded: { text: string; values: unknown[] }[]): Db {
  const client = new Proxy(real.$client, {
    get(pool, name) {
      if (name !== 'connect') return Reflect.get(pool, name)
      return async () => {
        const connection = await pool.connect()
        return new Proxy(connection, {
          get(own, method) {
            const value: unknown = Reflect.get(own, method)
            if (typeof value !== 'function') return value
            return (...given: unknown[]) => {
              const [statement] = given
              if (method === 'query' && isStatement(statement)) recorded.push(statement)
              return value.apply(own, given)
            }
          },
        })
      }
    },
  })
  return { $client: client }
}

function isStatement(value: unknown): value is { text: string; values: unknown[] } {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value
}

async function search(userId: string, query: string) {
  return (await clientOf(userId).search({ query })).videos
}

async function sections(projectId: string): Promise<unknown[]> {
  const { rows } = await db.$client.query<object>(
    'select xmin, section, keys, sentences from caption_search_sections where project_id = $1 order by section',
    [projectId],
  )
  return rows
}

function rename(id: string, text: string): Command {
  return { type: 'setWordText', id, text }
}

async function user(plan: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query("insert into users (id, email, display_name, plan) values ($1, $2, 'Somebody', $3)", [
    id,
    `${id}@example.org`,
    plan,
  ])
  return id
}

/** A video in which this is said, a word every 300 ms. @returns its id */
async function say(ownerId: string, text: string, { title = 'My clip' } = {}): Promise<string> {
  const projectId = randomUUID()
  await db.$client.query('insert into projects (id, owner_id, title, size_bytes) values ($1, $2, $3, 1)', [
    projectId,
    ownerId,
    title,
  ])
  const words = text.split(' ').map((word, at) => ({
    text: word,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  const transcript = { words, lang: 'en', provenance: { engine: 'test', model: 'test' } }
  const probe = { ...PROBE, durationMs: Math.max(5_000, words.length * 300) }
  await transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe }, transcript))
  return projectId
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDocumentFor } from '#features/captions/server/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { testDatabase } from '../support/database.ts'
import { browser } from '../support/browser.ts'
import { reservePort } from '../support/reserve-port.ts'
import {
  captionsOverHttp,
  lostEdits,
  openTestEditor,
  readSavedState,
  settle,
  documentShown,
} from '../support/two-editors.ts'
import { type Child, runChild } from './children.ts'

/** The long run uses 20 (docs/decisions/0015-two-editors.md). */
const ROUNDS = Number(process.env['TWO_EDITORS_ROUNDS'] ?? 2)
/** Edits of each person in a round, and the pause between two, ms. */
const EDITS = 40
const PAUSE_MS = 15

const { db, url: databaseUrl } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'drill-'))
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

test(
  `two editors converge and lose nothing while web is killed ${ROUNDS} times with -9`,
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    const { url, web, first, projectId, people } = await start()
    let running = web
    const stops = people.map(({ store }) => store.actions.follow())
    for (let round = 0; round < ROUNDS; round += 1) {
      const editing = Promise.all(people.map((person, who) => edit(person, { who, round })))
      await sleep(50 + ((round * 137) % 500))
      await running.kill()
      running = await launch(url)
      await editing
      await settle(people)
    }
    for (const stop of stops) stop()

    const truth = await readSavedState(db, projectId, first)
    const { document, replayed, log } = truth
    const saved = new Set(log.map(({ batchId }) => batchId))
    expect(document).toEqual(replayed)
    for (const person of people) {
      expect(documentShown(person)).toEqual(document)
      expect(
        [...person.acknowledged].filter((id) => !saved.has(id)),
        'acknowledged and lost',
      ).toEqual([])
      expect(lostEdits(person, truth, new Set()), 'lost silently').toEqual([])
      expect(person.acknowledged.size).toBeGreaterThan(ROUNDS * 5)
    }
  },
)

type Person = Awaited<ReturnType<typeof openTestEditor>>

/** Types numbers into words, some of them edited by both. */
async function edit({ store }: Person, { who, round }: { who: number; round: number }): Promise<void> {
  for (let at = 0; at < EDITS; at += 1) {
    const { words } = store.getState().doc
    const place = at % 10 === 0 ? 0 : 1 + ((at * 2 + who) % (words.length - 1))
    const id = words[place]?.id ?? ''
    if (at % 7 === 3)
      store.actions.edit([{ type: 'insertWords', after: id, words: [{ id: `n${who}-${round}-${at}`, text: 'more' }] }])
    else store.actions.edit([{ type: 'setWordText', id, text: `${who}.${round}.${at}` }])
    if (at % 9 === 8) store.actions.undo()
    if (at % 5 === 4) void store.actions.flush().catch(() => undefined)
    await sleep(PAUSE_MS)
  }
}

/** Ada's project on a web process of its own, and Bob, whom she made an editor; both have it open. */
async function start() {
  const url = `http://127.0.0.1:${await reservePort()}`
  const web = await launch(url)
  const [ada, bob] = [await signedUp(url, 'ada'), await signedUp(url, 'bob')]
  await db.$client.query(`update users set plan = 'pro' where id = $1`, [ada.userId])
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'editor', now())`,
    [ada.userId, bob.userId],
  )
  const projectId = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, $2, 'Clip', 'prepared', 1000, repeat('0', 64), $3)`,
    [projectId, ada.userId, JSON.stringify(PROBE)],
  )
  const words = Array.from({ length: 60 }, (_, at) => ({
    text: `word${at}`,
    startMs: at * 1_000,
    endMs: at * 1_000 + 500,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  const transcript = { words, lang: 'en', provenance: { engine: 'test', model: 'test' } }
  const first = await transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe: PROBE }, transcript))
  const open = ({ cookies }: typeof ada) =>
    openTestEditor(captionsOverHttp(url, cookies), { projectId, clientId: randomUUID() })
  return { url, web, first, projectId, people: [await open(ada), await open(bob)] }
}

async function launch(url: string): Promise<Child> {
  const web = runChild('captions-process.ts', [], {
    env: environmentWith({ DATA_DIR: dataDir, PORT: new URL(url).port, DATABASE_URL: databaseUrl }),
  })
  onTestFinished(() => web.stop())
  await web.line('listening')
  return web
}

async function signedUp(url: string, name: string) {
  const person = browser(url)
  await person.signUp({ email: `${name}@example.org`, name })
  const { rows } = await db.$client.query<{ id: string }>('select id from users where email = $1', [
    `${name}@example.org`,
  ])
  return { cookies: person.cookies, userId: rows[0]?.id ?? '' }
}

const PROBE: Probe = {
  container: 'mp4',
  durationMs: 60_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  audio: null,
  hdr: false,
}

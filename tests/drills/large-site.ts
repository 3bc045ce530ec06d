import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CaptionDocument, createDocument } from '#features/captions/model/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { browser } from '../support/browser.ts'
import { reservePort } from '../support/reserve-port.ts'
import { runChild } from './children.ts'
import { partOf, ready } from './product-parts.ts'

/** The running product with an empty database, and one signed-up person who sends large requests. Close it at the end. */
export async function startLargeSite() {
  if (!existsSync('build/server/index.js')) throw new Error('the pages are not built: run npx vite build --app first')
  const url = `http://127.0.0.1:${await reservePort()}`
  const dataDir = await mkdtemp(join(tmpdir(), 'large-site-'))
  const product = runChild('../../src/app/start.ts', [], {
    env: environmentWith({ DATA_DIR: dataDir, PORT: new URL(url).port, LOG_LEVEL: 'warn' }),
  })
  await product.line('is ready')
  await ready(url)
  const db = openDatabase((await startPostgres({ dataDir, say: () => {} })).url)
  const mallory = browser(url)
  const email = `${randomUUID()}@example.com`
  const { status } = await mallory.signUp({ email })
  if (status !== 200) throw new Error(`sign-up answered ${status}`)

  return {
    url,
    db,
    mallory,
    /** The process id of the web server. */
    webServer: await partOf(product, 'web-server'),
    /** A prepared video of mallory's. @returns its id */
    async insertProject(words: number): Promise<string> {
      const id = randomUUID()
      await db.$client.query(
        `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
         select $1, id::text, 'Clip', 'prepared', 1, $3, $4 from users where email = $2`,
        [id, email, '0'.repeat(64), JSON.stringify({ ...PROBE, durationMs: words * WORD_MS })],
      )
      return id
    },
    async close(): Promise<void> {
      await closeDatabase(db)
      await product.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const WORD_MS = 300
const PROBE: Probe = {
  container: 'mp4',
  durationMs: WORD_MS,
  width: 1_080,
  height: 1_920,
  videoCodec: 'h264',
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  hdr: false,
  audio: { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 },
}

/** Captions of so many words. @param text what each says; default `word0` and so on */
export function captionsOf(count: number, text = (at: number) => `word${at}`): CaptionDocument {
  const words = Array.from({ length: count }, (_, at) => ({
    text: text(at),
    startMs: at * WORD_MS,
    endMs: (at + 1) * WORD_MS,
    confidence: 1,
    timing: 'asr' as const,
  }))
  const media = { id: randomUUID(), durMs: count * WORD_MS, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 }
  return createDocument({ id: randomUUID(), media, lang: 'en', provenance: { engine: 'test', model: 'test' }, words })
}

/** A command that adds words of 60 bytes of JSON and more behind the last one. */
export function putWords(doc: CaptionDocument, count: number, text: string) {
  const insert = Array.from({ length: count }, (_, at) => ({
    id: `put-${at}`,
    t0: doc.media.durMs + 1_000 + at * 10,
    t1: doc.media.durMs + 1_010 + at * 10,
    text,
    raw: '',
    timing: 'manual' as const,
    tags: [],
    join: 'space' as const,
  }))
  const cue = { id: 'put', from: 'put-0', to: `put-${count - 1}`, breaks: [] }
  return {
    type: 'restore' as const,
    words: [{ after: doc.words.at(-1)?.id ?? null, remove: [], insert }],
    cues: [{ after: doc.tracks[0].cues.at(-1)?.id ?? null, remove: [], insert: [cue] }],
  }
}

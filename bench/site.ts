import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDocument } from '#features/captions/model/index.ts'
import { packDocument } from '#features/captions/server/storage/document-rows.ts'
import type { Probe } from '#features/media/model/index.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { execute } from '#platform/server/rows.ts'
import { runChild } from '../tests/drills/children.ts'
import { ready } from '../tests/drills/product-parts.ts'
import { reservePort } from '../tests/support/reserve-port.ts'

/** Default length of one spoken word, in milliseconds. */
const WORD_MS = 300
const FRAME = { w: 1_080, h: 1_920 }
const FPS = { n: 30, d: 1 }

/** Somebody with a session. */
export type SignedUp = { readonly email: string; readonly cookies: readonly { name: string; value: string }[] }

/**
 * Starts the product on an empty database of its own. Close it at the end: its data goes too.
 * @param settings more of the environment; default none
 */
export async function openSite(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-site-'))
  const url = `http://127.0.0.1:${await reservePort()}`
  const product = runChild('../../src/app/start.ts', [], {
    env: environmentWith({
      DATA_DIR: dataDir,
      PORT: new URL(url).port,
      LOG_LEVEL: 'error',
      SIGN_UPS_PER_ADDRESS: '100000',
      ...settings,
    }),
  })
  await product.line('is ready')
  await ready(url)
  const db = openDatabase((await startPostgres({ dataDir, say: () => {} })).url)
  return {
    url,
    db,
    dataDir,
    async close(): Promise<void> {
      await closeDatabase(db)
      await product.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Signs somebody up. @param email default: a new address */
export async function signUp(url: string, email = `${randomUUID()}@example.com`): Promise<SignedUp> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'Ada', email, password: 'purple otter climbs' }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((header) => {
    const [pair = ''] = header.split(';')
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  await skipTour(url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
  return { email, cookies }
}

/** Marks the tour of the editor as seen, so that it covers nothing that is measured. */
async function skipTour(url: string, cookie: string): Promise<void> {
  const answer = await fetch(`${url}/api/rpc/accounts/updatePreferences`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify({ json: { editorTour: 'seen' } }),
  })
  if (!answer.ok) throw new Error(`the preference answered ${answer.status}: ${await answer.text()}`)
}

/** What is known of a made video, as after its upload. */
export function probeOf({ durationMs, isSilent }: { durationMs: number; isSilent: boolean }): Probe {
  return {
    container: 'mp4',
    durationMs,
    width: FRAME.w,
    height: FRAME.h,
    videoCodec: 'h264',
    fps: FPS,
    variableFrameRate: false,
    rotation: 0,
    hdr: false,
    audio: isSilent ? null : { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 },
  }
}

/**
 * Adds a video with captions to somebody's account.
 * @param o.texts what its words say
 * @param o.isSilent a silent video opens in the editor without a transcription; default false
 * @param o.wordMs length of one word, ms; default 300
 * @returns its id
 */
export async function addCaptionedProject(
  db: Db,
  o: { email: string; texts: readonly string[]; isSilent?: boolean; wordMs?: number; pauseMs?: number },
): Promise<string> {
  const { email, texts, isSilent = false, wordMs = WORD_MS, pauseMs = 0 } = o
  const id = randomUUID()
  const durMs = texts.length * wordMs
  await execute(
    db,
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     select $1, id::text, 'Clip', 'prepared', 1, $3, $4 from users where email = $2`,
    [id, email, '0'.repeat(64), JSON.stringify(probeOf({ durationMs: durMs, isSilent }))],
  )
  const words = texts.map((text, at) => ({
    text,
    startMs: at * wordMs,
    endMs: (at + 1) * wordMs - pauseMs,
    confidence: 1,
    timing: 'asr' as const,
  }))
  const provenance = { engine: 'bench', model: 'bench' }
  const media = { id, durMs, fps: FPS, ...FRAME }
  const document = createDocument({ id: randomUUID(), media, lang: 'en', provenance, words })
  await execute(db, 'insert into caption_documents (project_id, revision, snapshot) values ($1, 1, $2)', [
    id,
    Buffer.from(packDocument(document)),
  ])
  if (!isSilent)
    await execute(
      db,
      `insert into transcriptions
         (id, project_id, job_id, asked_language, source_kind, state, progress, language, engine_label, credits, finished_at)
       values ($1, $2, $3, 'en', 'speech', 'done', 1, 'en', 'bench', 0, now())`,
      [randomUUID(), id, randomUUID()],
    )
  return id
}

import { open } from 'node:fs/promises'
import { z } from 'zod'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { Project } from '#features/media/model/index.ts'
import { requireProject } from '#features/media/server/index.ts'
import { Render } from '#features/rendering/model/index.ts'
import { Transcription } from '#features/transcription/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { until } from '../../tests/drills/children.ts'
import type { ClipName } from '../../tests/fixtures/clips.ts'
import { fixture, scriptOf } from '../../tests/fixtures/fixture.ts'
import { beginUpload, sendBytes } from '../../tests/support/tus.ts'
import { ask, type DemoPerson, type DemoSite, once } from './demo-site.ts'

/** A page of the demo worth opening. */
export type DemoLink = { readonly email: string; readonly path: string; readonly shows: string }

const WAIT_MS = 180_000
/** Words of the long captions: two hours of speech. */
const LONG_WORDS = 20_000
const DAY_MS = 86_400_000

/** One user's videos, one in each possible state. */
export async function makeVideos(site: DemoSite, person: DemoPerson): Promise<void> {
  const make = (name: string, work: () => Promise<unknown>) =>
    once(site.db, `${person.email} ${name}`, async () => void (await work()))
  await make('half uploaded', () => uploadPart(person))
  await make('refused', () => uploadBytes(person, 'Not a video.mp4', new TextEncoder().encode('a text, not a video')))
  await make('ready for captions', () => prepared(person, 'sentence-small', 'Ready for captions'))
  await make('nobody speaks', async () => {
    const projectId = await prepared(person, 'nobody-speaks', 'Nobody speaks')
    await captioned(person, projectId, { kind: 'speech' })
  })
  await make('captioned', async () => {
    const projectId = await prepared(person, 'talk-vertical', 'Captioned')
    await captioned(person, projectId, { kind: 'script', text: scriptOf('talk-vertical') })
  })
  await make('exported', async () => {
    const projectId = await prepared(person, 'talk-small', 'Exported')
    await captioned(person, projectId, { kind: 'speech' })
    await exported(person, projectId)
  })
}

/** Captions of a two-hour talk on a short video, to test pages with many words. */
export async function makeLongCaptions(site: DemoSite, person: DemoPerson): Promise<void> {
  await once(site.db, `${person.email} long captions`, async () => {
    const projectId = await prepared(person, 'sentence-small', '20,000 words')
    // The editor opens after a finished run.
    await captioned(person, projectId, { kind: 'script', text: scriptOf('sentence-small') })
    await insertLongCaptions(site, person, projectId)
  })
}

/** A video whose free storage ends tomorrow. */
export async function makeExpiring(site: DemoSite, person: DemoPerson): Promise<void> {
  await once(site.db, `${person.email} expiring`, async () => {
    const projectId = await prepared(person, 'sentence-small', 'Deleted tomorrow')
    await site.db.$client.query('update projects set expires_at = $2 where id = $1', [
      projectId,
      new Date(Date.now() + DAY_MS),
    ])
  })
}

/** A user's videos as links. */
export async function videoLinks({ db }: DemoSite, { id, email }: DemoPerson): Promise<DemoLink[]> {
  const { rows } = await db.$client.query(
    'select id, title, stage from projects where owner_id = $1 order by created_at',
    [id],
  )
  const projects = z.array(z.object({ id: z.uuid(), title: z.string(), stage: z.string() })).parse(rows)
  return projects.map((project) => ({
    email,
    path: `/projects/${project.id}`,
    shows: `${project.title} (${project.stage})`,
  }))
}

async function prepared(person: DemoPerson, clip: ClipName, title: string): Promise<string> {
  const projectId = await uploadBytes(person, `${title}.mp4`, await bytesOf(clip))
  await until(
    `${title} is prepared`,
    async () => {
      const project = Project.parse(await ask(person, 'media/get', { projectId }))
      if (project.stage === 'refused') throw new Error(`${title} was refused: ${project.problem}`)
      return project.stage === 'prepared' ? true : undefined
    },
    WAIT_MS,
  )
  return projectId
}

async function captioned(person: DemoPerson, projectId: string, source: Record<string, string>): Promise<void> {
  await ask(person, 'transcription/start', { projectId, source })
  await until(
    'the captions are there',
    async () => {
      const run = Transcription.nullable().parse(await ask(person, 'transcription/get', { projectId }))
      return run === null || run.state === 'queued' || run.state === 'running' ? undefined : true
    },
    WAIT_MS,
  )
}

async function exported(person: DemoPerson, projectId: string): Promise<void> {
  await ask(person, 'rendering/start', { projectId })
  await until(
    'the export is done',
    async () => {
      const [render] = z.array(Render).parse(await ask(person, 'rendering/list', { projectId }))
      return render?.state === 'done' ? true : undefined
    },
    WAIT_MS,
  )
}

/** Captions longer than their video. */
async function insertLongCaptions({ db }: DemoSite, person: DemoPerson, projectId: string): Promise<void> {
  const texts = scriptOf('talk-vertical').split(' ')
  const words = Array.from({ length: LONG_WORDS }, (_, at) => ({
    text: texts[at % texts.length] ?? '',
    startMs: at * 350,
    endMs: at * 350 + 300,
    confidence: 0.95,
    timing: 'asr' as const,
  }))
  await db.$client.query(`update projects set probe = jsonb_set(probe, '{durationMs}', $2::jsonb) where id = $1`, [
    projectId,
    String(LONG_WORDS * 350),
  ])
  const project = await requireProject(db, projectId, person.id, 'view')
  await transaction(db, (tx) =>
    createDocumentFor(tx, project, { words, lang: 'en', provenance: { engine: 'demo', model: 'demo' } }),
  )
}

/** An upload that stops half-way, as when a laptop is closed. */
async function uploadPart(person: DemoPerson): Promise<void> {
  const bytes = await bytesOf('talk-vertical')
  const location = await begin(person, 'Half uploaded.mp4', bytes.length)
  await sendBytes(sender(person), location, 0, bytes.slice(0, Math.floor(bytes.length / 2)))
}

async function uploadBytes(person: DemoPerson, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const location = await begin(person, name, bytes.length)
  const sent = await sendBytes(sender(person), location, 0, bytes)
  if (sent.status !== 204) throw new Error(`${name}: ${sent.status} ${await sent.text()}`)
  return location.split('/').at(-1) ?? ''
}

async function begin(person: DemoPerson, name: string, length: number): Promise<string> {
  const begun = await beginUpload(sender(person), length, name)
  if (begun.status !== 201) throw new Error(`${name}: ${begun.status} ${await begun.text()}`)
  return begun.headers.get('location') ?? ''
}

/** Requests of a logged-in user, like `fetch`. */
function sender(person: DemoPerson) {
  return async (path: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
    const answer = await (
      await person.browser()
    ).send(path, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body instanceof Uint8Array && { bytes: body }),
    })
    const { status, headers: answered, text } = answer
    return new Response(status === 204 ? null : text, { status, headers: answered })
  }
}

async function bytesOf(clip: ClipName): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(await fixture(clip))
  try {
    return new Uint8Array(await file.readFile())
  } finally {
    await file.close()
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, runTool, tone } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import { transaction } from '#platform/server/db.ts'
import type { MediaRun, MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { type Filmstrip, planSheet, sheetPath, tileAt } from '../../model/index.ts'
import { openFilmstripSheets } from './filmstrip-sheets.ts'
import { deleteProject, findProject, type StoredProject } from '../projects.ts'
import { listProjectFiles } from './stored-files.ts'

const lab = await testMedia(await testDatabase())
const clips = await clipMaker()

/** Each second of the picture is a shade lighter than the one before it: `LIGHTER` of 255. */
const LIGHTER = 2.6
/** How long a request waits for its sheet, ms: longer than the product's, for a busy machine. */
const PATIENT_MS = 60_000
const shaded = once(() => shadedVideo('shades.mp4', '30', 75))
/** A picture of 0.3 seconds with sound of two. */
const short = once(async () =>
  lab.prepare(await clips.make('short.mp4', ...picture({ seconds: 0.3 }), ...tone({ seconds: 2 }), ...QUICK_H264)),
)

test('each tile of a sheet shows its second', async () => {
  const { id, probe } = await shaded()
  const statuses = [0, 1].map(async (minute) => (await answerOf(id, minute)).status)
  expect(await Promise.all(statuses)).toEqual([200, 200])
  const rest = await shadesOf(id, 1, planSheet(probe, 1))
  expect(await shadesOf(id, 0, planSheet(probe, 0))).toEqual(Array.from({ length: 60 }, (_, second) => second))
  expect(rest).toEqual(Array.from({ length: 15 }, (_, second) => 60 + second))
})

test('tiles of an odd frame rate show at most the second before', async () => {
  const { id, probe } = await shadedVideo('film.mp4', '24000/1001', 70)
  await patientSheets().prepare(await stored(id), { minute: 1, userId: 'ada' })
  const shades = await shadesOf(id, 1, planSheet(probe, 1))
  for (const [second, shade] of shades.entries()) expect([59 + second, 60 + second], `tile ${second}`).toContain(shade)
})

test('where keyframes are far apart, tiles show the last frame', async () => {
  const { id, probe } = await shadedVideo('slow.mp4', '10', 12)
  await patientSheets().prepare(await stored(id), { minute: 0, userId: 'ada' })
  expect(await shadesOf(id, 0, planSheet(probe, 0))).toEqual(Array.from({ length: 12 }, (_, second) => second))
})

test('a picture that ends before its sound fills the rest of the sheets', async () => {
  const hour = await hourOf(shaded)
  expect(await patientSheets().prepare(hour, { minute: 59, userId: 'ada' })).toBeDefined()
  expect(await shadesOf(hour.id, 59, planSheet(hour.probe, 59))).toEqual(Array.from({ length: 60 }, () => 74))
})

test('the sheet of a clip of 0.3 seconds is one JPEG', async () => {
  const { id } = await short()
  const answer = await answerOf(id, 0)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('a sheet is stored with the video, counted, and served with its ETag', async () => {
  const { id } = await short()
  const first = await answerOf(id, 0)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect((await lab.as('ada')(sheetPath(id, 0), { headers: { 'if-none-match': etag } })).status).toBe(304)
  const rows: { key: string; sizeBytes: number | null }[] = []
  for await (const row of listProjectFiles(lab.db)) if (row.key.includes(id)) rows.push(row)
  const sizeBytes = (await first.arrayBuffer()).byteLength
  expect(rows).toContainEqual({ key: `projects/${id}/filmstrip/0.jpg`, sizeBytes })
})

test.each(['1.jpg', '99999.jpg', '-1.jpg', '00.jpg', '1e3.jpg', '0.png', '..%2Fsource', '0'])(
  'there is no sheet %s',
  async (name) => {
    const { id } = await short()
    expect((await lab.as('ada')(`/api/media/${id}/filmstrip/${name}`)).status).toBe(404)
  },
)

test('strangers find no sheet, and visitors sign in first', async () => {
  const { id } = await short()
  expect((await lab.as('bob')(sheetPath(id, 0))).status).toBe(404)
  expect((await lab.as(null)(sheetPath(id, 0))).status).toBe(401)
})

test('a sheet requested twenty times at once is made once', async () => {
  const project = await hourOf(shaded)
  const runner = gated(lab.media)
  const sheets = openFilmstripSheets({ ...lab, media: runner.media }, { waitMs: PATIENT_MS })
  const answers = Array.from({ length: 20 }, () => sheets.prepare(project, { minute: 20, userId: 'ada' }))
  await runner.started(1)
  runner.open()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([`projects/${project.id}/filmstrip/20.jpg`]))
  expect(runner.paths).toHaveLength(1)
})

test('a request stops waiting before its sheet is made, and a later one gets it', async () => {
  const project = await hourOf(shaded)
  const runner = gated(lab.media)
  const sheets = openFilmstripSheets({ ...lab, media: runner.media }, { waitMs: 0 })
  expect(await sheets.prepare(project, { minute: 21, userId: 'ada' })).toBeUndefined()
  runner.open()
  await expect.poll(() => sheets.prepare(project, { minute: 21, userId: 'ada' })).toBeDefined()
  expect(runner.paths).toHaveLength(1)
})

test('an account that requests many sheets leaves a place to others', async () => {
  const [hour, other] = [await hourOf(shaded), await hourOf(short)]
  const runner = gated(lab.media)
  const sheets = openFilmstripSheets({ ...lab, media: runner.media }, { waitMs: 0 })
  const ofAda = (minute: number) => sheets.prepare(hour, { minute, userId: 'ada' })
  const ofBea = () => sheets.prepare(other, { minute: 10, userId: 'bea' })
  const minutes = [10, 11, 12, 13, 14, 15]
  for (const minute of minutes) expect(await ofAda(minute)).toBeUndefined()
  await expect(ofAda(16)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await ofBea()).toBeUndefined()
  await runner.started(2)
  expect(runner.paths.map((path) => path.includes(other.id))).toEqual([false, true])
  runner.open()
  await expect.poll(ofBea).toBeDefined()
  for (const minute of minutes) await expect.poll(() => ofAda(minute)).toBeDefined()
})

test('a video removed while its sheet is made leaves no file', async () => {
  const project = await stored((await shadedVideo('gone.mp4', '10', 2)).id)
  const runner = gated(lab.media)
  const sheets = openFilmstripSheets({ ...lab, media: runner.media }, { waitMs: PATIENT_MS })
  const making = sheets.prepare(project, { minute: 0, userId: 'ada' })
  await runner.started(1)
  await transaction(lab.db, (tx) => deleteProject(tx, project.id))
  runner.open()
  await making
  expect(await lab.leftovers(project.id)).toEqual([])
})

test('a preview that cannot be decoded is refused with what to do, and can be tried again', async () => {
  const project = await hourOf(shaded)
  const media = {
    ...lab.media,
    run: (run: MediaRun) => lab.media.run({ ...run, args: ['-i', '/in/none', '/out/a.jpg'] }),
  }
  const sheets = openFilmstripSheets({ ...lab, media }, { waitMs: PATIENT_MS })
  const refusal = sheets.prepare(project, { minute: 22, userId: 'ada' })
  await expect(refusal).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('Try again') })
  expect(await patientSheets().prepare(project, { minute: 22, userId: 'ada' })).toBeDefined()
})

/** Sheets as the server makes them, which wait until they are made on a busy machine, too. */
function patientSheets() {
  return openFilmstripSheets(lab, { waitMs: PATIENT_MS })
}

/** The answer to a request for a sheet, once it is no longer being made. */
async function answerOf(id: string, minute: number): Promise<Response> {
  for (;;) {
    const answer = await lab.as('ada')(sheetPath(id, minute))
    if (answer.status !== 202) return answer
  }
}

/** Prepares a video whose picture gets lighter by a shade each second. */
async function shadedVideo(name: string, fps: string, seconds: number) {
  const shade = `geq=lum='16+${LIGHTER}*floor(T+0.001)':cb=128:cr=128`
  const input = ['-f', 'lavfi', '-i', `color=s=64x36:r=${fps}:d=${seconds}`]
  const { id, probe } = await lab.prepare(
    await clips.make(name, ...input, '-vf', `format=yuv420p,${shade}`, ...QUICK_H264),
  )
  if (probe === null) throw new Error('the clip was refused')
  return { id, probe }
}

/** The shade in the middle of each tile of a sheet, as the second it stands for. */
async function shadesOf(id: string, minute: number, plan: Filmstrip | undefined): Promise<number[]> {
  if (plan === undefined) throw new Error('no such sheet')
  const raw = join(clips.folder, 'sheet.gray')
  const path = lab.pathOf(`projects/${id}/filmstrip/${minute}.jpg`)
  await runTool('ffmpeg', ['-v', 'error', '-y', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'gray', raw])
  const pixels = await readFile(raw)
  const width = plan.columns * plan.tileWidth
  expect(pixels).toHaveLength(width * plan.rows * plan.tileHeight)
  return Array.from({ length: plan.count }, (_, index) => {
    const tile = tileAt(plan, index * plan.intervalMs)
    const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2]
    // From full range back to the shade that was drawn.
    return Math.round(((pixels[y * width + x] ?? 0) * 219) / 255 / LIGHTER)
  })
}

async function stored(id: string): Promise<StoredProject> {
  const project = await findProject(lab.db, id)
  if (project === undefined) throw new Error('the project is gone')
  return project
}

/** A video as if it took an hour: it has minutes whose sheets no other test makes. */
async function hourOf(video: () => Promise<{ readonly id: string }>) {
  const project = await stored((await video()).id)
  if (project.probe === null) throw new Error('the clip was refused')
  return { ...project, probe: { ...project.probe, durationMs: 3_600_000 } }
}

/** A runner whose calls wait until it is opened. */
function gated(media: MediaRunner) {
  const gate = Promise.withResolvers<void>()
  const paths: string[] = []
  return {
    /** The input of each call so far. */
    paths,
    open: () => gate.resolve(),
    started: (calls: number) => expect.poll(() => paths).toHaveLength(calls),
    media: {
      ...media,
      async run(run: MediaRun) {
        paths.push(run.inputs[0]?.path ?? '')
        await gate.promise
        return media.run(run)
      },
    },
  }
}

/** Creates a shared fixture on first use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

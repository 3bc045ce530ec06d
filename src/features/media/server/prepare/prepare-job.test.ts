import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, tone } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { filesUnder, testMedia } from '../../../../../tests/support/media.ts'
import { upload } from '../../../../../tests/support/tus.ts'
import { transaction } from '#platform/server/db.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { checkJob } from './check-job.ts'
import { eraseJob } from '../erase-job.ts'
import { SOUND } from '../job-definitions.ts'
import { prepareJob } from './prepare-job.ts'
import { deleteProject, findProject } from '../projects.ts'
import { soundJob } from './sound-job.ts'

// Without a worker: this file runs each job itself.
const lab = await testMedia(await testDatabase(), { worker: false })
const clips = await clipMaker()
// Its only keyframe is the first, so that its preview is encoded.
const clip = await clips.make('clip.mp4', ...picture({ seconds: 3 }), ...tone({ seconds: 3 }), ...QUICK_H264)
const [check, sound, prepare, erase] = [checkJob(lab), soundJob(lab), prepareJob(lab), eraseJob(lab)]
/** Slowed down, so that there is a middle to interrupt on any machine. */
const prepareSlowly = prepareJob({ ...lab, media: slow(lab.media) })

test('a worker that dies halfway repeats only its current step; the project is prepared once', async () => {
  const projectId = await checked()
  await sound.run({ projectId }, io())
  const dying = new AbortController()
  const firstTry = prepareSlowly.run(
    { projectId },
    io(dying.signal, (done) => done > 0.2 && dying.abort(new Error('worker died'))),
  )
  await expect(firstTry).rejects.toThrow('worker died')
  const halfway = await findProject(lab.db, projectId)
  expect(halfway).toMatchObject({ stage: 'preparing' })
  expect(halfway?.assets.toSorted()).toEqual(['audio', 'filmstrip', 'peaks', 'poster'])
  const poster = await modifiedAt(projectId, 'poster.jpg')

  await prepare.run({ projectId }, io())
  await prepare.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared', problem: null })
  expect(await modifiedAt(projectId, 'poster.jpg')).toBe(poster)
  expect(lab.prepared.filter(({ id }) => id === projectId)).toHaveLength(1)
  expect(await filesUnder(join(lab.dataDir, 'tmp'))).toEqual([])
})

test('progress only grows, from none to all', async () => {
  const projectId = await checked()
  const seen: number[] = []
  await prepareSlowly.run(
    { projectId },
    io(undefined, (done) => seen.push(done)),
  )
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.at(-1)).toBeGreaterThan(0.95)
  expect(seen.at(-1)).toBeLessThanOrEqual(1)
})

test('two workers preparing a video at once prepare it once and delete nothing', async () => {
  const projectId = await checked()
  const jobs = [sound, prepare, prepareSlowly, sound]
  await Promise.all(jobs.map((job) => job.run({ projectId }, io())))
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared', problem: null })
  expect(lab.prepared.filter(({ id }) => id === projectId)).toHaveLength(1)
  expect(await lab.leftovers(projectId)).toHaveLength(8)
})

test('concurrent checks move the stage and queue each job of the preparation once', async () => {
  const projectId = await upload(lab.as('ada'), clip)
  await Promise.all([check.run({ projectId }, io()), check.run({ projectId }, io())])
  expect(await queuedJobs(projectId)).toEqual(['media.check', 'media.prepare', 'media.sound'])
})

test.each([
  ['the sound', () => [prepare, sound]],
  ['the picture', () => [sound, prepare]],
])('a video is prepared once %s, the last of its derivatives, is made', async (_, inOrder) => {
  const projectId = await checked()
  const [first, last] = inOrder()
  await first?.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'preparing' })
  await last?.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared' })
  expect(lab.prepared.filter(({ id }) => id === projectId)).toHaveLength(1)
})

test('a worker that dies after the last derivative ends the stage when retried', async () => {
  const projectId = await checked()
  const broken = { ...lab, onPrepared: () => Promise.reject(new Error('worker died')) }
  await sound.run({ projectId }, io())
  await expect(prepareJob(broken).run({ projectId }, io())).rejects.toThrow('worker died')
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'preparing' })
  await prepare.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared' })
})

test('preparing queues the sound of a video that an earlier release checked, once', async () => {
  const projectId = await checked()
  await lab.db.$client.query('delete from jobs where subject_id = $1 and name = $2', [projectId, SOUND.name])
  await prepare.run({ projectId }, io())
  await prepare.run({ projectId }, io())
  expect(await queuedJobs(projectId)).toEqual(['media.check', 'media.prepare', 'media.sound'])
})

test('a video whose sound cannot be made is refused and its other jobs are stopped', async () => {
  const projectId = await checked()
  const problem = 'This video is damaged.'
  await transaction(lab.db, (tx) => sound.giveUp({ projectId }, 'failed', { tx, jobId: 'job', problem }))
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'refused', problem, assets: [] })
  expect(await lab.jobs.bySubject(lab.db, 'media.prepare', projectId)).toMatchObject({ cancelRequested: true })
})

test('a silent video has no sound job and is prepared without it', async () => {
  const silent = await clips.make('silent.mp4', ...picture({ seconds: 1 }), ...QUICK_H264)
  const projectId = await checked(silent)
  expect(await queuedJobs(projectId)).toEqual(['media.check', 'media.prepare'])
  await prepare.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared' })
})

test('a job that fails through our own fault says so and erases the files', async () => {
  const projectId = await checked()
  const problem = 'Something went wrong on our side. Please try again.'
  await transaction(lab.db, (tx) => prepare.giveUp({ projectId }, 'failed', { tx, jobId: 'job', problem }))
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'refused', problem })
  await erase.run({ projectId }, io())
  expect(await lab.leftovers(projectId)).toEqual([])
})

test('a late job neither refuses nor erases a prepared project', async () => {
  const projectId = await checked()
  await sound.run({ projectId }, io())
  await prepare.run({ projectId }, io())
  await transaction(lab.db, (tx) => prepare.giveUp({ projectId }, 'cancelled', { tx, jobId: 'job', problem: null }))
  await erase.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared' })
  expect(await lab.leftovers(projectId)).toHaveLength(8)
})

test('erases what is stored just after its project was removed', async () => {
  const projectId = await checked()
  const removing = { begun: false, over: Promise.resolve() }
  const late = io(undefined, () => {
    if (!removing.begun) removing.over = transaction(lab.db, (tx) => deleteProject(tx, projectId))
    removing.begun = true
  })
  await prepare.run({ projectId }, late)
  await removing.over
  expect(lab.prepared.map(({ id }) => id)).not.toContain(projectId)
  expect(await lab.leftovers(projectId)).toEqual([])
})

async function queuedJobs(projectId: string): Promise<string[]> {
  const text = 'select name from jobs where subject_id = $1 order by name'
  return (await lab.db.$client.query<{ name: string }>(text, [projectId])).rows.map(({ name }) => name)
}

async function checked(path = clip): Promise<string> {
  const projectId = await upload(lab.as('ada'), path)
  await check.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'preparing' })
  return projectId
}

function io(signal = new AbortController().signal, progress: (done: number) => unknown = () => undefined) {
  return { jobId: 'job', signal, progress: (done: number) => void progress(done) }
}

/** Reads the video no faster than real time while it makes the preview. */
function slow(media: MediaRunner): MediaRunner {
  const paced = (args: readonly string[]) =>
    args.includes('/out/preview.mp4') ? args.flatMap((arg) => (arg === '-i' ? ['-readrate', '1', arg] : [arg])) : args
  return { ...media, run: (run) => media.run({ ...run, args: paced(run.args) }) }
}

async function modifiedAt(projectId: string, name: string): Promise<number> {
  return (await stat(lab.pathOf(`projects/${projectId}/${name}`))).mtimeMs
}

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, tone } from '../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { filesUnder, testMedia } from '../../../../tests/support/media.ts'
import { upload } from '../../../../tests/support/tus.ts'
import { transaction } from '#platform/server/db.ts'
import type { MediaRunner } from '#platform/server/sandbox.ts'
import { checkJob } from './check-job.ts'
import { eraseJob } from './erase-job.ts'
import { prepareJob } from './prepare-job.ts'
import { deleteProject, findProject } from './projects.ts'

// Without a worker: this file runs each job itself.
const lab = await testMedia(await testDatabase(), { worker: false })
const clips = await clipMaker()
const clip = await clips.make('clip.mp4', ...picture({ seconds: 2 }), ...tone({ seconds: 2 }), ...QUICK_H264)
const [check, prepare, erase] = [checkJob(lab), prepareJob(lab), eraseJob(lab)]
/** Slowed down, so that there is a middle to interrupt on any machine. */
const prepareSlowly = prepareJob({ ...lab, media: slow(lab.media) })

test('a worker that dies halfway repeats only its current step; the project is prepared once', async () => {
  const projectId = await checked()
  const dying = new AbortController()
  const firstTry = prepareSlowly.run(
    { projectId },
    io(dying.signal, (done) => done > 0.2 && dying.abort(new Error('worker died'))),
  )
  await expect(firstTry).rejects.toThrow('worker died')
  const halfway = await findProject(lab.db, projectId)
  expect(halfway).toMatchObject({ stage: 'preparing' })
  expect(halfway?.assets.toSorted()).toEqual(['audio', 'filmstrip', 'peaks', 'poster'])
  const sound = await modifiedAt(projectId, 'audio.wav')

  await prepare.run({ projectId }, io())
  await prepare.run({ projectId }, io())
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared', problem: null })
  expect(await modifiedAt(projectId, 'audio.wav')).toBe(sound)
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
  await Promise.all([prepare.run({ projectId }, io()), prepareSlowly.run({ projectId }, io())])
  expect(await findProject(lab.db, projectId)).toMatchObject({ stage: 'prepared', problem: null })
  expect(lab.prepared.filter(({ id }) => id === projectId)).toHaveLength(1)
  expect(await lab.leftovers(projectId)).toHaveLength(8)
})

test('concurrent checks move the stage and queue the preparation once', async () => {
  const projectId = await upload(lab.as('ada'), clip)
  await Promise.all([check.run({ projectId }, io()), check.run({ projectId }, io())])
  const { rows } = await lab.db.$client.query("select 1 from jobs where name = 'media.prepare' and subject_id = $1", [
    projectId,
  ])
  expect(rows).toHaveLength(1)
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

async function checked(): Promise<string> {
  const projectId = await upload(lab.as('ada'), clip)
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

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, tone } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { storeContent } from '../../../../../tests/support/files.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import { transaction } from '#platform/server/db.ts'
import { deleteProject } from '../projects.ts'
import { listProjectFiles } from '../files/stored-files.ts'
import { queueUpgrades, upgradeJob } from './upgrade-job.ts'

const lab = await testMedia(await testDatabase())
const clips = await clipMaker()
const upgrade = upgradeJob(lab)
const IO = { jobId: 'job', signal: new AbortController().signal, progress: () => undefined }

test('a video of an earlier release gets its waveform and shots back, once, by a job', async () => {
  const { id, made } = await earlierVideo()
  expect(await lab.view('ada', id)).toMatchObject({ assets: { peaks: null, shots: null } })

  expect(await queueUpgrades(lab)).toBe(1)
  expect(await queueUpgrades(lab)).toBe(0)
  await expect
    .poll(async () => (await lab.jobs.bySubject(lab.db, 'media.upgrade', id))?.state, { timeout: 60_000 })
    .toBe('done')

  expect((await lab.view('ada', id)).assets).toMatchObject({
    peaks: `/api/media/${id}/peaks.bin`,
    shots: `/api/media/${id}/shots.json`,
  })
  expect(await readMade(id)).toEqual(made)
  expect(await lab.files.stat(`projects/${id}/peaks.json`)).toBeUndefined()
  expect(await drift(id)).toEqual([])
})

test('until then the old waveform counts as a file of the video', async () => {
  const { id } = await earlierVideo()
  expect(await drift(id)).toEqual([])
  await upgrade.run({ projectId: id }, IO)
  await upgrade.run({ projectId: id }, IO)
  expect(await drift(id)).toEqual([])
})

test('a video removed during its upgrade leaves no file', async () => {
  const { id } = await earlierVideo()
  const removing = upgradeJob({
    ...lab,
    files: {
      ...lab.files,
      async adopt(path, key) {
        await transaction(lab.db, (tx) => deleteProject(tx, id))
        return lab.files.adopt(path, key)
      },
    },
  })
  await removing.run({ projectId: id }, IO)
  expect(await lab.leftovers(id)).toEqual([])
})

/** Prepares a video, then makes its row and files those of an earlier release. */
async function earlierVideo() {
  const clip = await clips.make('clip.mp4', ...picture({ seconds: 1 }), ...tone({ seconds: 1 }), ...QUICK_H264)
  const { id } = await lab.prepare(clip)
  const made = await readMade(id)
  await lab.files.remove(`projects/${id}/peaks.bin`)
  await lab.files.remove(`projects/${id}/shots.json`)
  await storeContent(lab.files, `projects/${id}/peaks.json`, '{}')
  await lab.db.$client.query(
    `update projects set assets = array_remove(assets, 'shots'), asset_bytes = '{}' where id = '${id}';
     update projects set asset_bytes = '{"filmstrip.json": 1}' where id = '${id}';
     alter table projects drop column derivatives;
     ${await readFile('migrations/0038_timeline_media.sql', 'utf8')}`,
  )
  return { id, made }
}

async function readMade(id: string): Promise<Record<string, string>> {
  const read = async (name: string) => (await readFile(lab.pathOf(`projects/${id}/${name}`))).toString('hex')
  return { peaks: await read('peaks.bin'), shots: await read('shots.json') }
}

/** The files of a video without a row, and the rows without a file. */
async function drift(id: string): Promise<string[]> {
  const [rows, files] = [new Set<string>(), new Set<string>()]
  for await (const { key } of listProjectFiles(lab.db)) if (key.includes(id)) rows.add(key)
  for await (const { key } of lab.files.list(`projects/${id}`)) files.add(key)
  return [...rows, ...files].filter((key) => !rows.has(key) || !files.has(key))
}

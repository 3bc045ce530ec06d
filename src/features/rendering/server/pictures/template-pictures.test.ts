import { loadImage } from '@napi-rs/canvas'
import { afterAll, expect, test } from 'vitest'
import { newestTemplate, TEMPLATES, templatePicturePath } from '#features/templates/model/index.ts'
import { openThreadPool, type ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { router } from '#platform/server/http.ts'
import { templatePictures } from './template-pictures.ts'

const threadPool = openThreadPool()
afterAll(() => threadPool.close())

test('serves each template as a still and as moments one above the other, to be kept', async () => {
  const { get } = start(threadPool)
  const bounce = newestTemplate('bounce')
  for (const [picture, size] of [
    ['still', [648, 384]],
    ['moving', [324, 24 * 192]],
  ] as const) {
    const answer = await get(templatePicturePath(bounce, picture))
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { width, height } = await loadImage(Buffer.from(await answer.arrayBuffer()))
    expect([width, height]).toEqual(size)
  }
})

test('paints each picture once, and one at a time, however many ask', async () => {
  let [runs, atOnce, most] = [0, 0, 0]
  const { get } = start({
    async run(task, input, o) {
      runs += 1
      most = Math.max(most, (atOnce += 1))
      const output = await threadPool.run(task, input, o)
      atOnce -= 1
      return output
    },
  })
  const paths = TEMPLATES.slice(0, 3).map((template) => templatePicturePath(template, 'still'))
  const answers = await Promise.all([...paths, ...paths, ...paths].map(get))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect([runs, most]).toEqual([3, 1])
})

test('paints nothing that is not in the catalogue', async () => {
  const { get } = start({ run: () => Promise.reject(new Error('painted')) })
  for (const path of ['/template-pictures/nobody-still-0-1.webp', '/template-pictures/bounce', '/template-pictures/'])
    expect((await get(path)).status, path).toBe(404)
})

function start(pool: Pick<ThreadPool, 'run'>) {
  const app = router().route('/template-pictures', templatePictures({ threadPool: pool }))
  return { get: async (path: string) => app.request(path) }
}

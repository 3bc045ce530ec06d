import { expect, test } from 'vitest'
import type { ToLaneWorker } from './lane-worker.ts'
import { sharePictures } from './share-pictures.ts'

test('a picture can be drawn once its copy is in the worker, and is copied once', async () => {
  const { pictures, sent, shared } = start()
  const picture = await pictureOf(8)
  expect(pictures.idOf(picture)).toBeUndefined()
  expect(pictures.idOf(picture)).toBeUndefined()
  await expect.poll(shared).toBe(1)
  expect(pictures.idOf(picture)).toBe(1)
  expect(sent).toEqual([expect.objectContaining({ type: 'add-picture', id: 1 })])
  expect(picture.width).toBe(8)
})

test('the pictures that were not drawn for longest make room for others', async () => {
  const { pictures, sent, shared } = start()
  // Three of these are more than the worker holds.
  const [first, second, third] = [await pictureOf(2_000), await pictureOf(2_000), await pictureOf(2_000)]
  for (const picture of [first, second]) pictures.idOf(picture)
  await expect.poll(shared).toBe(2)
  pictures.idOf(first)
  pictures.idOf(third)
  await expect.poll(shared).toBe(3)
  expect(sent.flatMap((message) => (message.type === 'drop-picture' ? message.id : []))).toEqual([2])
  expect([first, third].map((picture) => pictures.idOf(picture))).toEqual([1, 3])
})

test('a picture that is closed before it is copied is left out', async () => {
  const { pictures, sent, shared } = start()
  const [closed, other] = [await pictureOf(8), await pictureOf(8)]
  closed.close()
  pictures.idOf(closed)
  pictures.idOf(other)
  await expect.poll(shared).toBe(1)
  expect(sent).toEqual([expect.objectContaining({ type: 'add-picture', id: 2 })])
})

function start() {
  const sent: ToLaneWorker[] = []
  let count = 0
  const pictures = sharePictures(
    (message) => void sent.push(message),
    () => void (count += 1),
  )
  return { pictures, sent, shared: () => count }
}

/** A square picture. @param size px */
function pictureOf(size: number): Promise<ImageBitmap> {
  return createImageBitmap(new ImageData(size, size))
}

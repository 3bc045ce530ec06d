import { afterEach, expect, test, vi } from 'vitest'
import { openBackdropReader } from './backdrop-reader.ts'

afterEach(() => vi.unstubAllGlobals())

test('starts no worker for a picture that arrives after it was closed', async () => {
  const started: Worker[] = []
  const RealWorker = Worker
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor(...address: ConstructorParameters<typeof Worker>) {
        super(...address)
        started.push(this)
      }
    },
  )
  const image = await createImageBitmap(new ImageData(4, 4))
  const reader = openBackdropReader()
  const reading = reader.read({ image, x: 0, y: 0 }, [{ x0: 0, y0: 0, x1: 4, y1: 4 }])
  reader.close()
  await expect(reading).resolves.toBeUndefined()
  expect(started).toEqual([])
})

test('answers what is being read when it closes', async () => {
  const image = await createImageBitmap(new ImageData(4, 4))
  const reader = openBackdropReader()
  const area = { x0: 0, y0: 0, x1: 4, y1: 4 }
  await expect(reader.read({ image, x: 0, y: 0 }, [area])).resolves.toHaveLength(16)
  const reading = reader.read({ image, x: 0, y: 0 }, [area])
  reader.close()
  await expect(reading).resolves.toBeUndefined()
})

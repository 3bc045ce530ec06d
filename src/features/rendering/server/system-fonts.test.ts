import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environmentWith } from '#platform/server/env.ts'
import { BUFFER_HEAVY } from '#platform/server/http/buffer-heavy.ts'
import { quickNodeOptions } from '../../../../tests/support/quick-node-options.ts'

/** Prints the PNG of each word as the painter of a worker draws it. */
const PAINT = `
  import { newestTemplate } from '#features/templates/model/index.ts'
  import { captionPicture } from '#features/rendering/server/pictures/caption-picture.ts'
  const template = newestTemplate('clean-line')
  for (const word of JSON.parse(process.argv[1]))
    console.log(Buffer.from(captionPicture({
      frame: { width: 320, height: 320 }, background: ['#000', '#000'], captions: [{ words: [word], spoken: 0, template }],
    })).toString('base64'))`

test('a worker draws letters of scripts without a font of ours in fonts of the machine', async () => {
  const [ka, nga, missing, missingToo] = await paintInWorker(['க', 'ங', '\u{0B84}', '\u{0B8B}'])
  expect(ka).toBeDefined()
  expect(nga).not.toBe(ka)
  // Nobody draws letters that do not exist: their boxes are alike.
  expect(missing).toBe(missingToo)
})

async function paintInWorker(words: readonly string[]): Promise<string[]> {
  const args = [...BUFFER_HEAVY.nodeArgs, '--input-type=module', '--eval', PAINT, JSON.stringify(words)]
  const env = environmentWith({ ...BUFFER_HEAVY.env, NODE_OPTIONS: quickNodeOptions() })
  const cwd = resolve(import.meta.dirname, '../../../..')
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env, maxBuffer: 10_000_000 })
  return stdout.trim().split('\n')
}

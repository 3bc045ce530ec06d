import { afterAll, expect, test } from 'vitest'
import { type NamedLook, readTemplateFile } from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { mutatedTemplates } from '../support/mutated-templates.ts'
import { openParityCheck } from './expect-parity.ts'
import { openPaintingPage } from './painting-page.ts'
import { templateOfFile } from './own-looks.ts'
import { TRACKS } from './scenes.ts'

/** Enough for every kind of change in CI; set `MUTATED_TEMPLATES=1000` for the whole drill. */
const FILES = Number(process.env['MUTATED_TEMPLATES'] ?? 80)
const FRAME = { width: 360, height: 640 }
/** In an entrance, and in the middle of a word. */
const TIMES = [67, 1_300]

const { page, close } = await openPaintingPage()
afterAll(close)

test('an accepted mutated template has equal pixels in Chromium and in the worker', async () => {
  const checkParity = await openParityCheck(page)
  let accepted = 0
  for (const [round, text] of mutatedTemplates(FILES, 1).entries()) {
    const read = readAccepted(text)
    if (read === null) continue
    accepted += 1
    const here = { track: TRACKS.english, template: templateOfFile(read), frame: FRAME, times: TIMES }
    await checkParity({ name: `file ${round}`, here })
  }
  expect(accepted).toBeGreaterThan(FILES / 20)
}, 600_000)

function readAccepted(text: string): NamedLook | null {
  try {
    return readTemplateFile(text)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

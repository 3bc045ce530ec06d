import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { writeTones } from '../fixtures/models/sound.ts'
import { TONES } from '../fixtures/models/tone-models.ts'
import { writeOwnModels } from '../support/own-models.ts'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { confirmAddress } from './affiliates.ts'
import { chooseClip } from './clip.ts'
import { expect, test as base } from './journey.ts'
import { type Person, signUpByApi, somebody } from './person.ts'
import { startProduct } from './product.ts'

const ODILE: Person = { ...somebody(), name: 'Odile' }

/** A folder with a generated model and a sound that it hears, and a server that sends half of the model until released. */
type Tones = { readonly folder: string; readonly modelsFile: string; readonly sound: string; release(): void }

const test = base.extend<object, { tones: Tones }>({
  tones: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'tones-'))
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const server = createServer((request, response) => {
        const send = () => createReadStream(join(folder, basename(request.url ?? ''))).pipe(response)
        if (request.url === '/tokens.txt') send()
        else void released.then(send)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const { path } = await writeOwnModels(folder, { origin: `http://127.0.0.1:${port}` })
      const sound = join(folder, 'hello-tone.wav')
      const word = { seconds: 0.4 }
      const tones = [
        { ...word, hertz: TONES.hello, at: 0.5 },
        { ...word, hertz: TONES.tone, at: 1.5 },
      ]
      await writeTones(sound, { seconds: 3.2, tones })
      await provide({ folder, modelsFile: path, sound, release })
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ tones }, provide) => {
      const product = await startProduct({ env: { OPERATORS: ODILE.email, SPEECH_MODELS_FILE: tones.modelsFile } })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('an operator installs an own model and tests it with a file', async ({ page, tones, complaints }) => {
  test.setTimeout(300_000)
  // The refusal of a file without sound is no error of the page.
  complaints.allow(/status of 4\d\d/u)
  await signUpByApi(page, ODILE)
  await confirmAddress(page, ODILE.email)
  await page.goto('/operator/speech')
  const model = page.getByRole('table', { name: 'Models' }).getByRole('row').filter({ hasText: 'Tones' })
  const engine = page.getByRole('table', { name: 'Engines' }).getByRole('row').filter({ hasText: 'Tones' })
  const trial = page.getByRole('region', { name: 'Test with a file' })

  await test.step('follows the download, cancels it, and starts it again', async () => {
    await expect(engine.getByText('Tones is not installed.')).toBeVisible()
    await model.getByRole('button', { name: 'Install Tones' }).click()
    await expect(model.getByRole('progressbar', { name: 'Downloading' })).toBeVisible()
    await expectAccessibleInEveryLook(page, '/operator/speech while a model is downloaded')
    await model.getByRole('button', { name: 'Cancel Tones' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The line is slow')
    await dialog.getByRole('button', { name: 'Cancel installation' }).click()
    await expect(model.getByText('Not installed')).toBeVisible()
    tones.release()
    await model.getByRole('button', { name: 'Install Tones' }).click()
    await expect(model.getByText('Installed', { exact: true })).toBeVisible()
    await expect(engine.getByText('Works')).toBeVisible()
    await expect(engine).toContainText('English, German')
  })

  await test.step('hears what is said in a file, with times and speed', async () => {
    await trial.getByLabel('Engine').selectOption('Tones')
    await trial.getByLabel('Language').selectOption('English')
    await chooseClip(page, tones.sound, 'Choose a file')
    const words = trial.getByRole('list', { name: 'Words' })
    await expect(words.getByRole('listitem')).toHaveCount(2)
    await expect(words).toContainText('hello')
    await expect(trial.getByText(/3\.2 s of sound in .* real time/u)).toBeVisible()
  })

  await test.step('counts the errors against what is really said', async () => {
    await trial.getByLabel('What is really said').fill('Hello, old tone')
    await expect(trial.getByText('Word error rate 33.3%')).toBeVisible()
    await expect(trial.getByText('0 wrong, 1 missing and 0 added in 3 words')).toBeVisible()
    await expectAccessibleInEveryLook(page, '/operator/speech with the result of a test')
  })

  await test.step('uses another engine first for a language, and takes that back', async () => {
    const languages = page.getByRole('region', { name: 'Languages' })
    await languages.getByLabel('Engine to use first').selectOption('Draft transcript (English)')
    await languages.getByRole('button', { name: 'Use first' }).click()
    await expect(languages.getByRole('row').filter({ hasText: 'Draft transcript' })).toContainText('Used first')
    await expect(engine).toContainText('German')
    await expect(engine).not.toContainText('English')
    await languages.getByRole('button', { name: 'Remove the choice for English' }).click()
    await expect(engine).toContainText('English, German')
  })

  await test.step('a file without sound is refused in one sentence', async () => {
    await chooseClip(page, tones.modelsFile, 'Choose a file')
    await expect(trial.getByText('This sound could not be read.')).toBeVisible()
  })
})

import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { environmentWith } from '#platform/server/env.ts'
import { readSnapshot } from '#platform/server/database/copy.ts'
import { startChild } from '#platform/server/process.ts'
import { withEmbeddedDatabase } from '../../src/app/services/site-database.ts'
import { browser } from '../support/browser.ts'
import { reservePort } from '../support/reserve-port.ts'
import { type Child, runChild } from './children.ts'
import { isLoggedIn } from './product-parts.ts'

const ROOT = join(import.meta.dirname, '../..')
const EMAIL = 'ada@example.org'
const dataDir = await emptyFolder()
const port = await reservePort()
const env = environmentWith({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' })
const ada = browser(`http://127.0.0.1:${port}`)
const video = join(dataDir, 'files/projects/1/source')

beforeAll(() => {
  if (!existsSync(join(ROOT, 'build/server/index.js')))
    throw new Error('the pages are not built: run npx vite build --app first')
})

test('an upgrade is undone by the documented steps, row by row', { timeout: 240_000 }, async () => {
  await whileRunning(ROOT, async () => {
    const json = { name: 'Ada', email: EMAIL, password: 'correct horse battery 42' }
    expect((await ada.send('/api/auth/sign-up/email', { json })).status).toBe(200)
  })
  await mkdir(dirname(video), { recursive: true })
  await writeFile(video, 'a video')
  const before = await readRows()

  await whileRunning(await newerRelease(), async (product) => {
    expect(await product.line('The way back is')).toContain(join(dataDir, 'upgrade-backups'))
  })
  expect(await readRows()).not.toEqual(before)
  const refused = await run('start', [])
  expect(refused.code).toBe(1)
  expect(refused.lines.join('\n')).toContain('prepared by a newer release (9001_drill.sql)')

  // docs/self-hosting.md, Upgrades: the way back.
  const restored = await run('restore', [join(dataDir, 'upgrade-backups'), '--replace'])
  expect(restored, restored.lines.join('\n')).toMatchObject({ code: 0 })
  expect(restored.lines).toContain('  no files: those of the site stay as they are')
  expect(await readRows()).toEqual(before)
  expect(await readFile(video, 'utf8')).toBe('a video')
  await whileRunning(ROOT, async () => expect(await isLoggedIn(ada, EMAIL)).toBe(true))
})

/** The next release: this one with a migration that nobody can turn back. */
async function newerRelease(): Promise<string> {
  const root = await emptyFolder()
  for (const name of ['src', 'migrations', 'package.json', 'CHANGELOG.md'])
    await cp(join(ROOT, name), join(root, name), { recursive: true })
  for (const name of ['node_modules', 'build']) await symlink(join(ROOT, name), join(root, name))
  const migration = `update users set display_name = 'Changed'; alter table users add column drilled text;`
  await writeFile(join(root, 'migrations/9001_drill.sql'), migration)
  return root
}

async function whileRunning(release: string, work: (product: Child) => Promise<void>): Promise<void> {
  const product = runChild(relative(import.meta.dirname, join(release, 'src/app/start.ts')), [], { env })
  onTestFinished(() => product.stop())
  await product.line('is ready')
  await work(product)
  await product.stop()
}

/** The number and hash of the rows of each table, while the product is stopped. */
function readRows(): Promise<object> {
  return withEmbeddedDatabase(dataDir, { say: () => undefined }, (db) =>
    readSnapshot(db, async (_, source) => {
      const rows: Record<string, unknown> = {}
      for (const table of source.tables) rows[table.name] = await source.contentsOf(table)
      return rows
    }),
  )
}

/** Runs a command of this release to its end. */
async function run(name: 'start' | 'restore', args: readonly string[]) {
  const lines: string[] = []
  const { code, stderrTail } = await startChild({
    module: join(ROOT, `src/app/${name}.ts`),
    args,
    env,
    onStdoutLine: (line) => lines.push(line),
  }).done
  return { code, lines: stderrTail === '' ? lines : [...lines, stderrTail] }
}

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'drill-upgrade-'))
  afterAll(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

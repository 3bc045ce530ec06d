import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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
import { createNewData } from './new-data.ts'
import { isLoggedIn } from './product-parts.ts'

const ROOT = join(import.meta.dirname, '../..')
const EMAIL = 'ada@example.org'
const dataDir = await createNewData()
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
const port = await reservePort()
const env = environmentWith({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' })
const ada = browser(`http://127.0.0.1:${port}`)
const video = join(dataDir, 'files/projects/1/source')

beforeAll(() => {
  if (!existsSync(join(ROOT, 'build/server/index.js')))
    throw new Error('the pages are not built: run npx vite build --app first')
})

test('an upgrade is undone by the documented steps, row by row', { timeout: 480_000 }, async () => {
  await whileRunning(ROOT, async () => {
    const json = { name: 'Ada', email: EMAIL, password: 'correct horse battery 42' }
    expect((await ada.send('/api/auth/sign-up/email', { json })).status).toBe(200)
  })
  await mkdir(dirname(video), { recursive: true })
  await writeFile(video, 'a video')
  const before = await readRows()

  const newer = await newerRelease()
  let said = ''
  await whileRunning(newer, async (product) => {
    said = await product.line('The way back is')
  })
  const wayBack = /\.\/bin\/restore (\S+) (\S+) --replace/u.exec(said)?.slice(1, 3) ?? []
  expect(wayBack[0]).toBe(join(dataDir, 'upgrade-backups'))
  expect(await readRows()).not.toEqual(before)
  const refused = await run('start', [])
  expect(refused.code).toBe(1)
  expect(refused.lines.join('\n')).toContain('prepared by a newer release (9001_drill.sql)')

  await refusesToRestore(wayBack, 'has rows only')
  await rm(join(newer, 'migrations', (await readdir(join(ROOT, 'migrations'))).toSorted().at(-1) ?? ''))
  await refusesToRestore([...wayBack, '--replace'], 'This backup was made by another release.', newer)

  // docs/self-hosting.md, Upgrades: the way back.
  expect((await run('restore', [wayBack[0] ?? '', '--list'])).lines.join('\n')).toContain('rows only')
  const restored = await run('restore', [...wayBack, '--replace'])
  expect(restored, restored.lines.join('\n')).toMatchObject({ code: 0 })
  expect(restored.lines).toContain('  rows only: the files and the session secret of the site stay as they are')
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

async function refusesToRestore(args: readonly string[], sentence: string, release = ROOT): Promise<void> {
  const { code, lines } = await run('restore', args, release)
  expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining(sentence)])
  expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(false)
}

/** Runs a command to its end. @param release its root, by default this release */
async function run(name: 'start' | 'restore', args: readonly string[], release = ROOT) {
  const lines: string[] = []
  const { code, stderrTail } = await startChild({
    module: join(release, `src/app/${name}.ts`),
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

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, identifiersOf, parse } from './architecture/source.ts'

/** Names that the house gave up, and the word of the field that it uses instead (ARCHITECTURE.md, Glossary). */
const REJECTED_NAMES: ReadonlyMap<string, string> = new Map([
  ['Told', 'the name of the data, such as PageBootstrap'],
  ['StylePatch', 'LookPatch'],
  ['Touches', 'Footprint'],
  ['Overruled', 'Blocker'],
  ['KeptExport', 'StoredExport'],
  ['upkeep', 'maintenance'],
  ['wasSeenAt', 'hasUsedIp'],
  ['payersWith', 'usersByCardHash'],
  ['steadyPort', 'reservePort'],
  ['readsOf', 'footprint.reads'],
  ['retitle', 'rename'],
])
/** The same for the names of files, without their endings. */
const REJECTED_FILES: ReadonlyMap<string, string> = new Map([
  ['keeping', 'stored-files'],
  ['ending', 'expiry'],
  ['removing', 'trash'],
  ['retitle', 'rename'],
  ['granting', 'grant-credits'],
  ['carry-over', 'sync-customer'],
  ['telling-people', 'notifications'],
  ['upkeep', 'maintenance'],
  ['freshness', 'reauthentication'],
  ['hearing', 'remote-sync'],
  ['deciding', 'resolve-conflicts'],
  ['redo', 'reapply-conflict'],
  ['touches', 'edit-footprint'],
  ['locator', 'id-index'],
  ['pace', 'transfer-rate'],
  ['duties', 'run-all'],
  ['desk', 'admin'],
  ['stream-of', 'async-queue'],
  ['steady-port', 'reserve-port'],
  ['let-time-pass', 'advance-clock'],
])

test('no file or identifier has a name that the house gave up', async () => {
  const paths = (await Promise.all(['src', 'tests', 'scripts', 'bench'].map(filesUnder))).flat()
  const sources = paths.filter((path) => /\.tsx?$/.test(path))
  expect(sources.length).toBeGreaterThan(1_000)
  const found = await Promise.all(sources.map(async (path) => rejectedIn(path, await readFile(path, 'utf8'))))
  expect(found.flat()).toEqual([])
})

test('rejects a name that was given up, in an identifier and in the name of a file', () => {
  expect(rejectedIn('src/hearing.ts', 'export type Told = { text: string }')).toEqual([
    'src/hearing.ts: name the file remote-sync',
    'src/hearing.ts: Told: use the name of the data, such as PageBootstrap',
  ])
  expect(rejectedIn('src/stream.ts', '/** Told when the stream ends. */\nexport const ended = 1')).toEqual([])
})

function rejectedIn(path: string, text: string): string[] {
  const file = REJECTED_FILES.get(basename(path).replace(/\..*$/, ''))
  const names = [...identifiersOf(parse(path, text))].flatMap((name) => {
    const instead = REJECTED_NAMES.get(name)
    return instead === undefined ? [] : [`${path}: ${name}: use ${instead}`]
  })
  return [...(file === undefined ? [] : [`${path}: name the file ${file}`]), ...names]
}

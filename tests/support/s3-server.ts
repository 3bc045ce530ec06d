import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type RunningProcess, startProcess } from '#platform/server/process.ts'
import { reservePort } from './reserve-port.ts'

/** The credentials of clients. */
const ACCESS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const REGION = 'us-east-1'
/** The last one serves clients. */
const PARTS = ['object', 'container', 'account', 'proxy'] as const
type Part = (typeof PARTS)[number]
/** Python starts slowly beside other tests. */
const READY_MS = 60_000

/**
 * OpenStack Swift with its S3 API, on free loopback ports and in its own directory: an S3 implementation we did not
 * write. Runs as any user. Takes about two seconds to start.
 */
export async function startS3() {
  const home = await mkdtemp(join(tmpdir(), 'wordpop-swift-'))
  const ports = {
    object: await reservePort(),
    container: await reservePort(),
    account: await reservePort(),
    proxy: await reservePort(),
  }
  await writeSettings(home, ports)
  let running = await launched(home, ports)
  const kill = () => end(running)
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const settings = { ...ACCESS, endpoint, region: REGION, forcePathStyle: true, cacheBytes: 1_000_000_000 }
  return {
    endpoint,
    /** Creates a bucket. @returns the settings to open it */
    async bucket() {
      const bucket = `bucket-${randomUUID()}`
      const client = new S3Client({ endpoint, region: REGION, credentials: ACCESS, forcePathStyle: true })
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      client.destroy()
      return { ...settings, bucket }
    },
    /** Kills all processes with SIGKILL; resolves when they have ended. */
    kill,
    /** A proxy to this server; kills the server after that many bytes. */
    door: (o: { killAfter?: number } = {}) => openDoor(ports.proxy, o.killAfter ?? Infinity, kill),
    /** Starts it again with its data. */
    async again(): Promise<void> {
      running = await launched(home, ports)
    },
    async stop(): Promise<void> {
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Starts all parts of Swift and waits until they accept connections. @throws Error with their output if one exits */
async function launched(home: string, ports: Record<Part, number>): Promise<RunningProcess> {
  const parts = PARTS.flatMap((part) => [part, String(ports[part])])
  const running = startProcess({
    command: '/usr/bin/python3',
    args: ['-c', SERVE, home, ...parts],
    cwd: home,
    env: ENV,
  })
  let ended: string | undefined
  void running.done.then(({ stderrTail }) => (ended = stderrTail))
  const deadline = performance.now() + READY_MS
  while (!(await answers(ports.proxy))) {
    if (ended !== undefined) throw new Error(`Swift ended:\n${ended}`)
    if (performance.now() > deadline) throw new Error('Swift did not start')
    await sleep(50)
  }
  return running
}

async function end({ pid, done }: RunningProcess): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
  await done
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const visit = createConnection(port, '127.0.0.1')
    visit.once('connect', () => {
      visit.destroy()
      resolve(true)
    })
    visit.once('error', () => resolve(false))
  })
}

async function openDoor(port: number, bytes: number, kill: () => Promise<void>) {
  let sent = 0
  let killed: Promise<void> | undefined
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const onward = createConnection(port, '127.0.0.1')
    open.add(client)
    client.on('close', () => open.delete(client) && onward.destroy())
    client.on('data', (chunk) => {
      sent += chunk.length
      if (sent > bytes) killed ??= kill()
    })
    client.on('error', () => onward.destroy())
    onward.on('error', () => client.destroy())
    client.pipe(onward).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** The number of open client connections. */
    connections: () => open.size,
    /** Resolves after the kill. @throws Error if that many bytes never arrived */
    async killed(): Promise<void> {
      if (killed === undefined) throw new Error(`only ${sent} bytes were sent`)
      await killed
    },
    close(): void {
      server.close()
      for (const client of open) client.destroy()
    },
  }
}

async function writeSettings(home: string, ports: Record<Part, number>): Promise<void> {
  await mkdir(join(home, 'disks', 'd1'), { recursive: true })
  await writeFile(join(home, 'swift.conf'), SWIFT)
  for (const part of PARTS) {
    const text = part === 'proxy' ? proxySettings(home, ports.proxy) : serverSettings(home, part, ports[part])
    await writeFile(join(home, `${part}.conf`), text)
  }
}

/** The time zone of Swift's own commands; it connects by address, so it needs no resolver. */
const ENV = { TZ: 'UTC+0', EVENTLET_NO_GREENDNS: 'yes' }

/**
 * Runs `swift-ring-builder` and the four `swift-*-server` commands in one process, as Swift's functional tests do: a
 * Python process for each takes seven times as long to start.
 */
const SERVE = `
import sys
import eventlet
from eventlet import wsgi as http
from swift.common import utils, wsgi
from swift.common.ring import RingBuilder
home, parts = sys.argv[1], list(zip(sys.argv[2::2], sys.argv[3::2]))
for part, port in parts[:-1]:
    builder = RingBuilder(4, 1, 1)
    builder.add_dev(dict(id=0, region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1.0))
    builder.rebalance()
    builder.get_ring().save(home + '/' + part + '.ring.gz')
eventlet.hubs.use_hub(wsgi.get_hub())
utils.eventlet_monkey_patch()
for part, port in parts:
    settings = home + '/' + part + '.conf'
    conf, logger, name = wsgi._initrp(settings, part + '-server')
    app = wsgi.loadapp(settings, global_conf={'log_name': name})
    server = eventlet.spawn(http.server, wsgi.get_socket(conf), app, utils.NullLogger(),
        protocol=wsgi.SwiftHttpProtocol, capitalize_response_headers=False)
server.wait()
`

const SWIFT = `[swift-hash]
swift_hash_path_suffix = suffix
swift_hash_path_prefix = prefix
[storage-policy:0]
name = Policy-0
default = yes
`

function common(home: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${home}
log_level = ERROR
`
}

/** Listings are updated before the response: no background process would do it later. */
function serverSettings(home: string, part: string, port: number): string {
  return `${common(home, port)}devices = ${join(home, 'disks')}
mount_check = false
disable_fallocate = true
container_update_timeout = 30
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`
}

function proxySettings(home: string, port: number): string {
  const filters = ['catch_errors', 'gatekeeper', 'cache', 'listing_formats', 's3api', 'tempauth', 'slo', 'dlo']
  const more: Readonly<Record<string, string>> = {
    // Required by the configuration; nothing needs to answer there.
    cache: 'memcache_servers = 127.0.0.1:1\n',
    tempauth: 'user_test_tester = testing .admin .reseller_admin\n',
    s3api: `s3_acl = false\nlocation = ${REGION}\n`,
  }
  return `${common(home, port)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 60
conn_timeout = 10
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${more[name] ?? ''}`).join('')}`
}

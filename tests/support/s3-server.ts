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

/** Who may come in. */
const ACCESS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const REGION = 'us-east-1'
/** The last one answers the clients. */
const PARTS = ['object', 'container', 'account', 'proxy'] as const
type Part = (typeof PARTS)[number]
/** Python starts slowly beside other tests. */
const READY_MS = 60_000

/**
 * OpenStack Swift with its S3 door, on free ports of loopback and in a directory of its own: a storage that speaks S3
 * and was not written by us. Works as root and as anybody. It takes about two seconds to start.
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
    /** Makes a bucket; returns the settings with which a store opens it. */
    async bucket() {
      const bucket = `bucket-${randomUUID()}`
      const client = new S3Client({ endpoint, region: REGION, credentials: ACCESS, forcePathStyle: true })
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      client.destroy()
      return { ...settings, bucket }
    },
    /** SIGKILL of all of it; resolves when it is gone. */
    kill,
    /** An address that leads here too; after so many bytes were sent there, the storage is killed. */
    door: (o: { killAfter?: number } = {}) => openDoor(ports.proxy, o.killAfter ?? Infinity, kill),
    /** Starts it again, with everything it had kept. */
    async again(): Promise<void> {
      running = await launched(home, ports)
    },
    async stop(): Promise<void> {
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Starts all parts of Swift and waits until they take connections. @throws Error with its last words when it ends instead */
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
    /** Connections that clients hold. */
    connections: () => open.size,
    /** Resolves when it has killed. @throws Error when so many bytes never came */
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

/** It tells times as its own commands do; and it reaches itself by address, so it need not load a resolver of names. */
const ENV = { TZ: 'UTC+0', EVENTLET_NO_GREENDNS: 'yes' }

/**
 * What `swift-ring-builder` and the four `swift-*-server` commands do, in one process, as Swift's own functional tests
 * do it: with a Python for each of them starting is seven times the work.
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

/** Listings are brought up to date before an answer, however busy the machine: nothing here would do it later. */
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
    // It has to be named and nobody has to answer.
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

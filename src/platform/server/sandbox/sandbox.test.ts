import { createServer } from 'node:http'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { clipMaker, picture, QUICK_H264, tone } from '../../../../tests/support/clips.ts'
import { mountSmallDisk } from '../../../../tests/support/small-disk.ts'
import { createMediaRunner, MediaError, type MediaLimits, type MediaRun } from './sandbox.ts'

const clips = await clipMaker()
const clip = await clips.make(
  'clip.mp4',
  ...picture({ seconds: 2 }),
  ...tone({ seconds: 2 }),
  ...QUICK_H264,
  '-shortest',
)
const disk = await mountSmallDisk(2_000_000)
afterAll(() => disk?.remove())
const LIMITS: MediaLimits = { memoryMb: 2_048, cpuSeconds: 20, wallMs: 20_000, outputBytes: 10_000_000 }
const media = createMediaRunner({ allowUnsandboxed: false, warn: (message) => expect.unreachable(message) })

test('this machine can decode safely', async () => {
  expect(await media.capability()).toMatchObject({ ready: true, sandboxed: true })
})

test.each(['ffmpeg', 'ffprobe'] as const)(
  'a machine on which %s does not run is not ready, and says so',
  async (tool) => {
    const warned: string[] = []
    const paths = { [`${tool}Path`]: '/usr/bin/false' }
    const without = createMediaRunner({ allowUnsandboxed: true, warn: (message) => warned.push(message), ...paths })
    const problem = expect.stringMatching(new RegExp(`^${tool} does not run here`, 'u'))
    expect(await without.capability()).toEqual({ ready: false, problem })
    expect(warned).toEqual([problem])
  },
)

test('checks a failed sandbox again at the next call and caches a working one', async () => {
  const bubblewrapPath = join(clips.folder, 'bwrap-that-fails-at-times')
  const warned: string[] = []
  const warn = (message: string) => void warned.push(message)
  const unsteady = createMediaRunner({ bubblewrapPath, allowUnsandboxed: true, warn })
  const works = (command: string) => writeFile(bubblewrapPath, `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  await works('exit 1')
  expect(await unsteady.capability()).toMatchObject({ ready: true, sandboxed: false })
  expect(await unsteady.capability()).toMatchObject({ ready: true, sandboxed: false })
  expect(warned).toEqual([expect.stringMatching(/^ALLOW_UNSANDBOXED_MEDIA is set and bubblewrap does not work/u)])
  await works('exec bwrap "$@"')
  expect(await unsteady.capability()).toMatchObject({ ready: true, sandboxed: true })
  await works('exit 1')
  expect(await unsteady.capability()).toMatchObject({ ready: true, sandboxed: true })
})

test('ffprobe describes an input it sees only as /in/<as>', async () => {
  const { stdout } = await media.run(
    probe({ path: clip, as: 'source' }, '-show_entries', 'format=duration:stream=codec_name', '-of', 'csv=p=0'),
  )
  expect(stdout.split('\n')).toEqual(['h264', 'aac', '2.000000'])
})

test('ffmpeg writes into its folder, reports progress, and streams both ways', async () => {
  const out = await folder('written')
  const seen: number[] = []
  await media.run(encode(out, { onProgress: ({ timeMs }) => seen.push(timeMs) }))
  expect(seen.at(-1)).toBeGreaterThan(1_900)
  expect(await readdir(out)).toEqual(['out.mp4'])

  const running = await media.start({
    tool: 'ffmpeg',
    inputs: [],
    stdin: 'open',
    stdout: 'read',
    limits: LIMITS,
    extraFormats: ['rawvideo'],
    args: [
      '-v',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-s',
      '4x4',
      '-i',
      'pipe:0',
      '-f',
      'rawvideo',
      'pipe:1',
    ],
  })
  const frames = Buffer.from(Array.from({ length: 16 * 3 }, (_, index) => index))
  running.stdin.end(frames)
  const echoed = Buffer.concat(await running.stdout.toArray())
  await running.done
  expect(echoed.equals(frames)).toBe(true)
})

test('a tool stays in the session and process group that gives way on the processor', async () => {
  const running = await media.start({
    tool: 'ffmpeg',
    inputs: [],
    stdin: 'open',
    inBackground: true,
    limits: LIMITS,
    extraFormats: ['rawvideo'],
    args: ['-v', 'error', '-f', 'rawvideo', '-pix_fmt', 'gray', '-s', '4x4', '-i', 'pipe:0', '-f', 'null', '-'],
  })
  const tool = await vi.waitUntil(async () => findTool(await listProcesses(), 'ffmpeg'), { timeout: 10_000 })
  running.stdin.end(Buffer.alloc(16))
  await running.done
  expect(tool).toMatchObject({ session: tool.leader, group: tool.leader, niceness: Math.min(19, getPriority() + 9) })
})

test('ffmpeg can read only its inputs, also through a playlist', async () => {
  const secret = join(clips.folder, 'secret.txt')
  await writeFile(secret, 'secret-of-another-user')
  for (const target of ['/etc/passwd', secret, clip]) {
    const list = join(clips.folder, 'list.txt')
    await writeFile(list, `file '${target}'\n`)
    const out = await folder('stolen')
    const failure = media.run({
      ...encode(out),
      inputs: [{ path: list, as: 'source' }],
      extraFormats: ['concat'],
      args: ['-f', 'concat', '-safe', '0', '-i', '/in/source', '-c', 'copy', '/out/out.mkv'],
    })
    await expect(failure).rejects.toMatchObject({
      failure: 'failed',
      stderr: expect.stringContaining('No such file or directory'),
    })
  }
})

test('a playlist is refused by format, whatever its name', async () => {
  const list = join(clips.folder, 'playlist.mp4')
  await writeFile(list, '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
  await expect(media.run(probe({ path: list, as: 'source' }))).rejects.toMatchObject({
    stderr: expect.stringContaining('not on whitelist'),
  })
})

test('has no network, not even to this machine with every protocol allowed', async () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address: AddressInfo = server.address() as AddressInfo
  const url = `http://127.0.0.1:${address.port}/clip.mp4`
  const out = await folder('network')
  await expect(
    media.run({ ...encode(out), args: ['-i', '/in/source', '-c', 'copy', '-f', 'mpegts', url] }),
  ).rejects.toThrow(MediaError)
  await expect(
    media.run({ ...encode(out), args: ['-protocol_whitelist', 'file,http,tcp', '-i', url, '/out/out.mp4'] }),
  ).rejects.toThrow(MediaError)
  expect(requests).toEqual([])
})

test('cannot write outside its folder', async () => {
  for (const target of ['/in/source', '/usr/out.mp4', '/etc/out.mp4']) {
    const run = media.run({
      ...encode(await folder('outside')),
      args: ['-i', '/in/source', '-c', 'copy', '-f', 'mp4', '-y', target],
    })
    await expect(run, target).rejects.toThrow(MediaError)
  }
  expect((await readFile(clip)).length).toBeGreaterThan(1_000)
})

test('limits memory, processor time, wall clock and output size, and names the exceeded limit', async () => {
  const endless = ['-stream_loop', '-1', '-i', '/in/source', '-f', 'null', '-']
  const run = async (limits: Partial<MediaLimits>, args: readonly string[] = endless) =>
    media.run({ ...encode(await folder('limited')), args, limits: { ...LIMITS, ...limits } })
  await expect(run({ cpuSeconds: 1 })).rejects.toMatchObject({ failure: 'time' })
  await expect(run({ wallMs: 500 })).rejects.toMatchObject({ failure: 'time' })
  await expect(
    run({ outputBytes: 50_000 }, [
      '-stream_loop',
      '-1',
      '-i',
      '/in/source',
      '-c',
      'copy',
      '-f',
      'mpegts',
      '/out/out.ts',
    ]),
  ).rejects.toMatchObject({
    failure: 'output',
  })
  await expect(
    run({ memoryMb: 200 }, ['-i', '/in/source', '-vf', 'scale=8000:8000,format=rgba64le', '-f', 'null', '-']),
  ).rejects.toMatchObject({
    failure: 'memory',
  })
})

test.skipIf(disk === undefined)('a tool on a full disk fails with a disk error, not an input error', async () => {
  if (disk === undefined) return
  const run = media.run({
    ...encode(disk.path),
    args: ['-stream_loop', '-1', '-i', '/in/source', '-c', 'copy', '-f', 'mpegts', '/out/out.ts'],
  })
  await expect(run).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('aborting stops a running ffmpeg and throws the reason', async () => {
  const stop = new AbortController()
  const started = Promise.withResolvers<void>()
  const run = media.run({
    ...encode(await folder('aborted'), { onProgress: () => started.resolve() }),
    args: ['-stream_loop', '-1', '-i', '/in/source', '-f', 'null', '-'],
    signal: stop.signal,
  })
  await started.promise
  stop.abort(new Error('cancelled by its owner'))
  await expect(run).rejects.toThrow('cancelled by its owner')
})

test('refuses to decode without a sandbox unless the operator allows it, and then warns', async () => {
  const broken = { bubblewrapPath: '/no/such/bwrap' }
  const problems: string[] = []
  const refusing = createMediaRunner({ ...broken, allowUnsandboxed: false, warn: (message) => problems.push(message) })
  const refused = { code: 'unavailable', message: expect.stringContaining("can't read videos right now") }
  await expect(refusing.run(probe({ path: clip, as: 'source' }))).rejects.toMatchObject(refused)
  await expect(refusing.run(encode(await folder('refused')))).rejects.toMatchObject(refused)
  expect(problems).toEqual([expect.stringContaining('bubblewrap does not work here')])

  const warnings: string[] = []
  const allowing = createMediaRunner({ ...broken, allowUnsandboxed: true, warn: (message) => warnings.push(message) })
  const out = await folder('unsandboxed')
  await allowing.run(encode(out))
  await allowing.run(probe({ path: clip, as: 'source' }))
  expect(await readdir(out)).toEqual(['out.mp4'])
  expect(warnings).toEqual([expect.stringContaining('ALLOW_UNSANDBOXED_MEDIA is set')])
})

function probe(input: MediaRun['inputs'][number], ...args: string[]): MediaRun {
  return { tool: 'ffprobe', args: ['-v', 'error', ...args, '-i', '/in/source'], inputs: [input], limits: LIMITS }
}

function encode(outputDir: string, more: Partial<MediaRun> = {}): MediaRun {
  const args = ['-v', 'error', '-i', '/in/source', '-c', 'copy', '-y', '/out/out.mp4']
  return { tool: 'ffmpeg', args, inputs: [{ path: clip, as: 'source' }], outputDir, limits: LIMITS, ...more }
}

type Process = ReturnType<typeof parseStat>

async function listProcesses(): Promise<ReadonlyMap<number, Process>> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))
  // A process may end before it is read.
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  return new Map(stats.filter((stat) => stat !== '').map((stat) => [Number.parseInt(stat, 10), parseStat(stat)]))
}

/** Fields of a line of /proc/PID/stat; see proc_pid_stat(5). */
function parseStat(stat: string) {
  const end = stat.lastIndexOf(')')
  const fields = stat.slice(end + 2).split(' ')
  const [parent = 0, group, session] = fields.slice(1, 4).map(Number)
  return { name: stat.slice(stat.indexOf('(') + 1, end), parent, group, session, niceness: Number(fields[16]) }
}

/** A program that this process started, through others: how it runs, and the first of them. */
function findTool(processes: ReadonlyMap<number, Process>, name: string) {
  for (const [id, found] of processes) {
    let leader = id
    for (let at = found.parent; at > 1 && at !== process.pid; at = processes.get(at)?.parent ?? 0) leader = at
    if (found.name === name && processes.get(leader)?.parent === process.pid) return { ...found, leader }
  }
  return undefined
}

async function folder(name: string): Promise<string> {
  const path = join(clips.folder, name)
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
  return path
}

import type { MediaRunner } from '#platform/server/sandbox.ts'

/** What is really in a file; milliseconds of media time. */
export type FrameTimes = {
  /** When each frame of the picture is shown, ascending. */
  readonly timesMs: readonly number[]
  /** Where the picture ends. */
  readonly pictureEndMs: number
  /** Where the last track of any kind ends. */
  readonly endMs: number
}

/**
 * Walks through all packets without decoding them: what is there, whatever the header claims. Half a file has half
 * the packets.
 * @throws MediaError when the file cannot be read
 */
export async function readFrameTimes(
  media: MediaRunner,
  o: {
    readonly path: string
    readonly sizeBytes: number
    readonly startMs: number
    readonly pictureIndex: number
    /** With one frame more the walk ends and `tooMany` is thrown: a small file can claim billions of them. */
    readonly mostFrames: number
    readonly tooMany: Error
    readonly signal: AbortSignal
  },
): Promise<FrameTimes> {
  const enough = new AbortController()
  const starts: number[] = []
  let pictureEndMs = 0
  let endMs = 0
  await media.run({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-show_entries', 'packet=stream_index,pts_time,duration_time,flags'],
      ...['-of', 'csv=print_section=0', '-i', '/in/source'],
    ],
    inputs: [{ path: o.path, as: 'source' }],
    // 20 MB/s is what a slow disk reads; beyond that something is wrong.
    limits: { memoryMb: 2_048, cpuSeconds: 600, wallMs: 60_000 + o.sizeBytes / 20_000, outputBytes: 0 },
    signal: AbortSignal.any([o.signal, enough.signal]),
    onStdoutLine(line) {
      const [index = '', start = '', duration = '', flags = ''] = line.split(',')
      const startMs = Number.parseFloat(start) * 1_000 - o.startMs
      // `D` marks what an edit list cuts away: it is in the file, but nobody sees it.
      if (!Number.isFinite(startMs) || flags.includes('D')) return
      const packetEndMs = startMs + (Number.parseFloat(duration) * 1_000 || 0)
      endMs = Math.max(endMs, packetEndMs)
      if (Number(index) !== o.pictureIndex) return
      starts.push(startMs)
      if (starts.length > o.mostFrames) enough.abort(o.tooMany)
      pictureEndMs = Math.max(pictureEndMs, packetEndMs)
    },
  })
  return { timesMs: starts.toSorted((a, b) => a - b), pictureEndMs, endMs }
}

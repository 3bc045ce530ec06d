import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'

/** The measured content of a file; milliseconds of media time. */
export type FrameTimes = {
  /** When each frame is shown, ascending. */
  readonly timesMs: readonly number[]
  /** Those that are decoded without others, ascending. */
  readonly keyframesMs: readonly number[]
  /** Whether an edit list hides frames. */
  readonly isCut: boolean
  /** The end of the picture. */
  readonly pictureEndMs: number
  /** The end of the last track of any kind. */
  readonly endMs: number
}

/**
 * Reads all packets without decoding them: the real content, whatever the header claims. Half a file has half the
 * packets.
 * @throws MediaError if the file is unreadable
 */
export async function readFrameTimes(
  media: MediaRunner,
  o: {
    readonly path: string
    readonly sizeBytes: number
    readonly startMs: number
    readonly pictureIndex: number
    /** One more frame stops reading and throws `tooMany`: a small file can claim billions. */
    readonly mostFrames: number
    readonly tooMany: Error
    readonly signal: AbortSignal
  },
): Promise<FrameTimes> {
  const enough = new AbortController()
  const starts: number[] = []
  const keyframes: number[] = []
  let isCut = false
  let pictureEndMs = 0
  let endMs = 0
  await media.run({
    tool: 'ffprobe',
    args: [
      '-v',
      'error',
      '-show_entries',
      'packet=stream_index,pts_time,duration_time,flags',
      '-of',
      'csv=print_section=0',
      '-i',
      '/in/source',
    ],
    inputs: [{ path: o.path, as: 'source' }],
    // A slow disk reads 20 MB/s; anything slower is a fault.
    limits: { memoryMb: 2_048, cpuSeconds: 600, wallMs: 60_000 + o.sizeBytes / 20_000, outputBytes: 0 },
    signal: AbortSignal.any([o.signal, enough.signal]),
    onStdoutLine(line) {
      const [index = '', start = '', duration = '', flags = ''] = line.split(',')
      const startMs = Number.parseFloat(start) * 1_000 - o.startMs
      // `D` marks frames that an edit list cuts: they are in the file but never shown.
      if (flags.includes('D') && Number(index) === o.pictureIndex) isCut = true
      if (!Number.isFinite(startMs) || flags.includes('D')) return
      const packetEndMs = startMs + (Number.parseFloat(duration) * 1_000 || 0)
      endMs = Math.max(endMs, packetEndMs)
      if (Number(index) !== o.pictureIndex) return
      starts.push(startMs)
      if (flags.includes('K')) keyframes.push(startMs)
      if (starts.length > o.mostFrames) enough.abort(o.tooMany)
      pictureEndMs = Math.max(pictureEndMs, packetEndMs)
    },
  })
  const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b)
  return { timesMs: ascending(starts), keyframesMs: ascending(keyframes), isCut, pictureEndMs, endMs }
}

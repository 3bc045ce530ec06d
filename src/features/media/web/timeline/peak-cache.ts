import { parsePeakPyramid, type PeakLevel, type PeakPyramid } from '../../model/peak-pyramid.ts'
import {
  decodePeaks,
  type PeakRange,
  type PeakSlice,
  rangeOf,
  readPeakRange,
  type TimeSpan,
} from '../../model/peak-range.ts'
import { fetchAsset, type FetchAsset } from './fetch-asset.ts'
import type { LoadQueue } from './load-queue.ts'
import { keepRecent } from './recent.ts'

/** The size of one request. At ten milliseconds a pixel it is five minutes; the first one has the header. */
const BLOCK_BYTES = 65_536
/** 4 MB: more than half of the waveform of two hours. */
const MOST_BLOCKS = 64
const MOST_SLICES = 6

/** The waveform as far as it is loaded. */
export type PeakCache = {
  /**
   * The peaks that draw a span, of the wanted level or of a coarser one; undefined until some are loaded. The slice may
   * reach beyond the span, and stays the same object while the span moves within it.
   * @param widthPx the width of the span in pixels
   */
  find(span: TimeSpan, widthPx: number): PeakSlice | undefined
  /** The peaks of a span at a level; undefined until all are loaded. */
  readLevel(level: PeakLevel, span: TimeSpan): PeakSlice | undefined
  /** The layout; undefined until it is loaded, null if the video has no waveform. */
  pyramid(): PeakPyramid | null | undefined
}

/** Opens the waveform at an address. */
export function openPeakCache(o: { path: string; fetch: FetchAsset; queue: LoadQueue }): PeakCache {
  const blocks = keepRecent<number, Uint8Array>(MOST_BLOCKS)
  const slices = keepRecent<string, PeakSlice>(MOST_SLICES)
  let layout: PeakPyramid | null | undefined

  async function load(block: number, signal: AbortSignal): Promise<void> {
    const first = block * BLOCK_BYTES
    const headers = { range: `bytes=${first}-${first + BLOCK_BYTES - 1}` }
    const response = await fetchAsset(o.fetch, o.path, { signal, headers })
    // Without a range the whole file follows, which is never read.
    if (response?.status === 200) await response.body?.cancel()
    if (response?.status !== 206) return void (layout = null)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (block === 0) layout = parsePeakPyramid(bytes)
    blocks.set(block, bytes)
  }

  /** @param shouldLoad whether to request missing blocks @returns undefined until all blocks of the range are loaded */
  function readBlocks(range: PeakRange, shouldLoad: boolean): PeakSlice | undefined {
    if (range.endByte === range.firstByte) return undefined
    const [from, to] = [blockOf(range.firstByte), blockOf(range.endByte - 1)]
    const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const key = `${range.level.rate} ${from} ${to}`
    const made = slices.get(key)
    if (made !== undefined) return made
    const found = indexes.map((index) => ({ index, bytes: blocks.get(index) }))
    if (shouldLoad) {
      for (const { index, bytes } of found)
        if (bytes === undefined) o.queue.request(`peaks ${index}`, (signal) => load(index, signal))
    }
    const slice = joinBlocks(range.level, found)
    if (slice !== undefined) slices.set(key, slice)
    return slice
  }

  function pyramid(): PeakPyramid | null | undefined {
    if (layout === undefined) o.queue.request('peaks 0', (signal) => load(0, signal))
    return layout
  }

  return {
    pyramid,
    readLevel: (level, span) => readBlocks(rangeOf(level, span), true),
    find(span, widthPx) {
      const known = pyramid()
      if (known === null || known === undefined) return undefined
      const range = readPeakRange(known, span, widthPx)
      const wanted = readBlocks(range, true)
      if (wanted !== undefined) return wanted
      const coarser = known.levels.filter(({ rate }) => rate < range.level.rate)
      for (const level of coarser) {
        const slice = readBlocks(rangeOf(level, span), level === coarser.at(-1))
        if (slice !== undefined) return slice
      }
      return undefined
    },
  }
}

function blockOf(byte: number): number {
  return Math.floor(byte / BLOCK_BYTES)
}

/** The steps of a level that lie in consecutive blocks; undefined if one is missing or shorter than it must be. */
function joinBlocks(
  level: PeakLevel,
  blocks: readonly { readonly index: number; readonly bytes: Uint8Array | undefined }[],
): PeakSlice | undefined {
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined) return undefined
  const firstByte = Math.max(level.offset, first.index * BLOCK_BYTES)
  const endByte = Math.min(level.offset + level.steps * 2, (last.index + 1) * BLOCK_BYTES)
  const joined = new Uint8Array(endByte - firstByte)
  for (const { index, bytes } of blocks) {
    if (bytes === undefined) return undefined
    const start = index * BLOCK_BYTES
    const part = bytes.subarray(Math.max(0, firstByte - start), endByte - start)
    if (part.length < Math.min(endByte, start + BLOCK_BYTES) - Math.max(firstByte, start)) return undefined
    joined.set(part, Math.max(0, start - firstByte))
  }
  const firstStep = (firstByte - level.offset) / 2
  return decodePeaks({ level, firstStep, endStep: (endByte - level.offset) / 2, firstByte, endByte }, joined)
}

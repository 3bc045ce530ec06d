import { PEAK_HEADER_BYTES, parsePeakPyramid } from '../../model/peak-pyramid.ts'
import { decodePeaks, type PeakSlice, rangeOf } from '../../model/peak-range.ts'

/**
 * Fetches the whole waveform of a video at one rate.
 * @param rate steps per second, one of `PEAK_RATES`
 * @returns undefined if there is none, or if it cannot be loaded
 */
export async function fetchPeaks(path: string, rate: number): Promise<PeakSlice | undefined> {
  const header = await fetchBytes(path, 0, PEAK_HEADER_BYTES)
  const level = header && parsePeakPyramid(header).levels.find((each) => each.rate === rate)
  if (level === undefined || level.steps === 0) return undefined
  const range = rangeOf(level, { t0: 0, t1: Infinity })
  const bytes = await fetchBytes(path, range.firstByte, range.endByte)
  return bytes && decodePeaks(range, bytes)
}

async function fetchBytes(path: string, first: number, end: number): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(path, { headers: { range: `bytes=${first}-${end - 1}` } })
    if (response.status === 206) return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
  } catch (error) {
    // The network is down.
    if (!(error instanceof TypeError)) throw error
  }
  return undefined
}

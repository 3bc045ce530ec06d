import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { PEAK_RATES, type PeakLevel, type Peaks } from '../model/index.ts'
import { SOUND_RATE, WAV_HEADER_BYTES } from './sound.ts'

/** Writes `peaks.json` from a finished `audio.wav`. Format: `Peaks` in the model. */
export async function makePeaks(wavPath: string, outputPath: string): Promise<void> {
  const finest = new PeakCollector(SOUND_RATE / PEAK_RATES[0])
  let position = 0
  for await (const chunk of createReadStream(wavPath, { start: WAV_HEADER_BYTES, highWaterMark: 1_048_576 })) {
    const bytes: Buffer = chunk
    // The second byte of a little-endian 16-bit sample is the sample in 8 bits; a chunk may start with one.
    for (let at = 1 - (position % 2); at < bytes.length; at += 2) finest.add(bytes.readInt8(at))
    position += bytes.length
  }
  const fine = finest.finish()
  const peaks: Peaks = { version: 1, levels: PEAK_RATES.map((rate) => levelAt(fine, rate)) }
  await writeFile(outputPath, JSON.stringify(peaks))
}

/** Alternates the minimum and maximum of each step. */
class PeakCollector {
  readonly #step: number
  readonly #data: number[] = []
  #count = 0
  #min = 127
  #max = -128

  constructor(step: number) {
    this.#step = step
  }

  add(sample: number): void {
    if (sample < this.#min) this.#min = sample
    if (sample > this.#max) this.#max = sample
    this.#count += 1
    if (this.#count === this.#step) this.#push()
  }

  finish(): number[] {
    if (this.#count > 0) this.#push()
    return this.#data
  }

  #push(): void {
    this.#data.push(this.#min, this.#max)
    this.#count = 0
    this.#min = 127
    this.#max = -128
  }
}

function levelAt(fine: readonly number[], rate: number): PeakLevel {
  const data = rate === PEAK_RATES[0] ? [...fine] : coarser(fine, PEAK_RATES[0] / rate)
  return {
    version: 2,
    channels: 1,
    bits: 8,
    sample_rate: SOUND_RATE,
    samples_per_pixel: SOUND_RATE / rate,
    length: data.length / 2,
    data,
  }
}

function coarser(fine: readonly number[], factor: number): number[] {
  const data: number[] = []
  for (let at = 0; at < fine.length; at += factor * 2) {
    const part = fine.slice(at, at + factor * 2)
    data.push(Math.min(...part), Math.max(...part))
  }
  return data
}

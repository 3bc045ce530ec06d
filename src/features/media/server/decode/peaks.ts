import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { encodePeakPyramid, PEAK_RATES } from '../../model/index.ts'
import { SOUND_RATE, WAV_HEADER_BYTES } from './sound.ts'

const SAMPLES_PER_STEP = SOUND_RATE / PEAK_RATES[0]

/** Writes `peaks.bin` from a finished `audio.wav`. Format: `encodePeakPyramid` in the model. */
export async function makePeaks(wavPath: string, outputPath: string): Promise<void> {
  const { size } = await stat(wavPath)
  const samples = Math.max(0, Math.floor((size - WAV_HEADER_BYTES) / 2))
  const fine = await readFinestSteps(wavPath, Math.ceil(samples / SAMPLES_PER_STEP))
  await writeFile(outputPath, encodePeakPyramid(fine, Math.round((samples * 1_000) / SOUND_RATE)))
}

async function readFinestSteps(wavPath: string, steps: number): Promise<Int8Array> {
  const peaks = new Int8Array(steps * 2)
  let position = 0
  let sample = 0
  for await (const chunk of createReadStream(wavPath, { start: WAV_HEADER_BYTES, highWaterMark: 1_048_576 })) {
    const bytes: Buffer = chunk
    // The second byte of a little-endian 16-bit sample is the sample in 8 bits; a chunk may start with one.
    for (let at = 1 - (position % 2); at < bytes.length; at += 2) {
      addSample(peaks, sample, bytes.readInt8(at))
      sample += 1
    }
    position += bytes.length
  }
  return peaks
}

function addSample(peaks: Int8Array, sample: number, value: number): void {
  const at = Math.floor(sample / SAMPLES_PER_STEP) * 2
  const isFirst = sample % SAMPLES_PER_STEP === 0
  if (isFirst || value < (peaks[at] ?? 0)) peaks[at] = value
  if (isFirst || value > (peaks[at + 1] ?? 0)) peaks[at + 1] = value
}

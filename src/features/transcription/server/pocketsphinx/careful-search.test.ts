import { expect, test } from 'vitest'
import { recordings, speechMaker } from '../../../../../tests/support/speech.ts'
import { energySegmenter } from '../segments/energy-segmenter.ts'
import { withWav } from '../wav.ts'
import { pocketsphinxAligner } from './aligner.ts'
import { pocketsphinxInstallation } from './installation.ts'

const PAUSE_MS = 400
const SPEECH =
  'And so, my fellow Americans: ask not what your country can do for you. Ask what you can do for your country.'
/** The first sentence lasts eight seconds; without it, its sound is long enough to lose the next one in. */
const NARRATION = [
  'Custom speech provides tools that allow you to visually inspect the recognition quality of a model by comparing audio data with the corresponding recognition result.',
  'From the custom speech portal, you can play back uploaded audio and determine if the provided recognition result is correct.',
  "This tool allows you to quickly inspect quality of Microsoft's baseline speech to text model, or a trained custom model, without having to transcribe any audio data.",
]

const speech = await speechMaker()
const aligner = pocketsphinxAligner(pocketsphinxInstallation(), energySegmenter())
const recorded = await recordings()
const [before, narration] = ['jfk', 'az2'].map((name) => recorded.find((each) => each.name === name)?.path)

test.skipIf(before === undefined || narration === undefined)(
  'keeps a sentence in its place after a long one that is not in the script',
  async () => {
    const [first = '', second = ''] = [before, narration]
    const [left = '', ...kept] = NARRATION
    const path = await speech.join('narration-after-speech', [first, second], { pauseMs: PAUSE_MS })
    const shiftMs = (await withWav(first, async (wav) => wav.durationMs)) + PAUSE_MS
    const alone = await starts(second, NARRATION.join(' '))
    const own = alone.slice(left.split(' ').length).map((startMs) => startMs + shiftMs)
    const found = (await starts(path, [SPEECH, ...kept].join(' '))).slice(SPEECH.split(' ').length)
    expect(found).toHaveLength(own.length)
    expect(found.filter((startMs, at) => Math.abs(startMs - (own[at] ?? 0)) > 200)).toEqual([])
  },
)

/** The start of each word of a text in a sound, in milliseconds. */
async function starts(wavPath: string, text: string): Promise<number[]> {
  const io = { signal: new AbortController().signal, threads: 1, memoryLimitMb: 1_024 }
  const { words } = await aligner.follow({ wavPath, language: 'en', units: [{ text }] }, io)
  return words.map(({ startMs }) => startMs)
}

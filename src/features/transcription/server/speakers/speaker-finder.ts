import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Turn } from '../../model/speaker-turns.ts'
import type { SpeakerModel } from '../models/speaker-models.ts'
import type { AlignIo, ModelStore } from '../ports.ts'
import { askChild } from '../sherpa/ask-child.ts'
import { SpeakersAnswer, type SpeakersRequest } from './protocol.ts'

/** Finds who speaks when in a sound. */
export type SpeakerFinder = {
  /** Whether both models are here. */
  isReady(): Promise<boolean>
  /** Attribution the licences require beside the result; null when they require none. */
  readonly attribution: string | null
  /**
   * Finds who speaks when.
   * @param job.wavPath 16 kHz mono 16-bit WAV, at most `LONGEST_SOUND_MS` long
   * @param job.count number of people, or `auto`
   * @throws SpeakersFailure when it cannot
   */
  find(job: { wavPath: string; count: number | 'auto' }, io: AlignIo): Promise<Turn[]>
}

/** Speakers could not be distinguished. The message is for the log. */
export class SpeakersFailure extends Error {
  override readonly name = 'SpeakersFailure'
}

/** Longest sound whose speakers are distinguished: an hour takes about 1 GB of memory. */
export const LONGEST_SOUND_MS = 2 * 3_600_000
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
const MOST_MS = 3 * 3_600_000

/** Finds speakers by sherpa-onnx, in a process of its own. */
export function speakerFinder(store: Pick<ModelStore, 'directoryOf' | 'status'>, models: readonly SpeakerModel[]) {
  const [segmentation, voices] = [modelOf(models, 'speaker-segmentation'), modelOf(models, 'speaker-voices')]
  const pathOf = async (model: SpeakerModel): Promise<string> => {
    const directory = await store.directoryOf(model.id)
    if (directory === undefined) throw new SpeakersFailure(`${model.label} is not installed`)
    return join(directory, model.network)
  }
  return {
    attribution: voices.attribution,

    async isReady() {
      const installed = (await store.status()).flatMap((each) => (each.installed ? [each.id] : []))
      return models.every(({ id }) => installed.includes(id))
    },

    async find({ wavPath, count }, { signal, threads, memoryLimitMb, onProgress = () => undefined }) {
      const paths = { segmentation: await pathOf(segmentation), voices: await pathOf(voices) }
      const { threshold } = voices
      const number = count === 'auto' ? -1 : count
      const request = { ...paths, wavPath, threshold, count: number, threads, memoryMb: memoryLimitMb }
      return run(request, { signal, onProgress })
    },
  } satisfies SpeakerFinder
}

function modelOf(models: readonly SpeakerModel[], kind: SpeakerModel['kind']): SpeakerModel {
  const found = models.find((model) => model.kind === kind)
  if (found === undefined) throw new Error(`the catalogue has no ${kind}`)
  return found
}

async function run(
  request: SpeakersRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
): Promise<Turn[]> {
  const failure = (why: string, options?: ErrorOptions) =>
    new SpeakersFailure(`speakers were not distinguished: ${why}`, options)
  let turns: Turn[] | undefined
  await askChild({
    module: CHILD,
    request,
    answers: SpeakersAnswer,
    onAnswer: (answer) => {
      if (answer.type === 'turns') turns = answer.turns
      else onProgress(answer.done)
    },
    signal,
    mostMs: MOST_MS,
    failure,
  })
  if (turns === undefined) throw failure('it gave no answer')
  return turns
}

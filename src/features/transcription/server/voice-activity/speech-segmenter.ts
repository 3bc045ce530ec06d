import type { Log } from '#platform/server/log.ts'
import type { Span } from '../../model/interpolate.ts'
import { cutAtPauses, type Stretch } from '../segments/cut-at-pauses.ts'
import { DIGITAL_SILENCE_DB, FRAME_MS, loudness } from '../segments/loudness.ts'
import type { Segmenter } from '../ports.ts'
import { withWav } from '../wav.ts'
import { type SpeechFinder, SpeechFinderFailure } from './find-speech.ts'

/** Longer parts without speech are dropped: engines invent words for them. */
const LONGEST_PAUSE_MS = 2_000
/** Sound kept beside speech, so that no soft consonant is cut. */
const MARGIN_MS = 400

type PieceOptions = Parameters<Segmenter['pieces']>[1]

/**
 * Cuts speech at its pauses and drops what is no speech, such as music and noise, with the model for it. Without the
 * model, or when it fails, the sound is cut by loudness.
 * @param o.log receives why the model failed; default: nothing does
 */
export function speechSegmenter(
  finder: SpeechFinder,
  { loudnessSegmenter, log }: { loudnessSegmenter: Segmenter; log?: Pick<Log, 'warn'> | undefined },
): Segmenter {
  return {
    async pieces(wavPath, o) {
      const spans = await spansOfSpeech(finder, wavPath, { ...o, log })
      return spans === undefined ? loudnessSegmenter.pieces(wavPath, o) : piecesOf(spans, wavPath, o)
    },
  }
}

/** @returns undefined without a model that works */
async function spansOfSpeech(
  finder: SpeechFinder,
  wavPath: string,
  { log, ...o }: PieceOptions & { log: Pick<Log, 'warn'> | undefined },
): Promise<readonly Span[] | undefined> {
  if (!(await finder.isReady())) return undefined
  try {
    return await finder.find(wavPath, o)
  } catch (error) {
    if (!(error instanceof SpeechFinderFailure)) throw error
    // Pieces by loudness are better than a failed run.
    log?.warn({ err: error }, 'could not find speech by its model; cutting by loudness')
    return undefined
  }
}

function piecesOf(spans: readonly Span[], wavPath: string, { fromMs = 0, maxMs, minMs, signal }: PieceOptions) {
  return withWav(wavPath, async (wav) => {
    const values = await loudness(wav, { fromMs, ...(signal === undefined ? {} : { signal }) })
    const spoken = spans
      .map(({ startMs, endMs }): Stretch => [frameOf(startMs - fromMs), frameOf(endMs - fromMs)])
      // The model takes the faintest hiss for speech.
      .filter(([first, end]) => values.subarray(first, end).some((value) => value > DIGITAL_SILENCE_DB))
    const pieces = passagesOf(spoken).flatMap((passage) => {
      const pauses = passage.slice(1).map(([first], at): Stretch => [passage[at]?.[1] ?? first, first])
      return cutAtPauses(values, withMargin(passage, values.length), { maxMs, minMs, pauses })
    })
    return pieces.map(([first, end]) => ({
      startMs: fromMs + first * FRAME_MS,
      endMs: Math.min(wav.durationMs, fromMs + end * FRAME_MS),
    }))
  })
}

function frameOf(ms: number): number {
  return Math.round(ms / FRAME_MS)
}

/** Speech with short pauses between. */
function passagesOf(spoken: readonly Stretch[]): Stretch[][] {
  const passages: Stretch[][] = []
  for (const span of spoken) {
    const open = passages.at(-1)
    const before = open?.at(-1)?.[1]
    if (open === undefined || before === undefined || (span[0] - before) * FRAME_MS > LONGEST_PAUSE_MS)
      passages.push([span])
    else open.push(span)
  }
  return passages
}

function withMargin(passage: readonly Stretch[], frames: number): Stretch {
  const [first, end] = [passage[0]?.[0] ?? 0, passage.at(-1)?.[1] ?? 0]
  const margin = MARGIN_MS / FRAME_MS
  return [Math.max(0, first - margin), Math.min(frames, end + margin)]
}

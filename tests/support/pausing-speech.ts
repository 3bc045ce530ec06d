import { once } from 'node:events'
import type { openSpeech } from '#features/transcription/server/index.ts'

type Speech = ReturnType<typeof openSpeech>
type Engine = Awaited<ReturnType<Speech['engines']['candidates']>>['engines'][number]

/**
 * Real speech recognition that waits after its first piece until it is stopped: a run is never over too early.
 * @param o.after `first words` waits after the provisional ones, before the first piece. Default: the piece
 */
export function pausingSpeech(speech: Speech, { after = 'piece' }: { after?: 'first words' | 'piece' } = {}): Speech {
  const candidates: Speech['engines']['candidates'] = async (language, durationMs) => {
    const found = await speech.engines.candidates(language, durationMs)
    return { ...found, engines: found.engines.map((engine) => pausing(engine, after)) }
  }
  return { ...speech, engines: { ...speech.engines, candidates } }
}

function pausing(engine: Engine, after: 'first words' | 'piece'): Engine {
  return {
    ...engine,
    async *transcribe(job, io) {
      for await (const recognised of engine.transcribe(job, io)) {
        yield recognised
        if (after === 'first words' || recognised.isProvisional !== true) await once(io.signal, 'abort')
      }
    },
  }
}

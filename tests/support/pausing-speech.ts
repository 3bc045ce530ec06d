import { once } from 'node:events'
import type { openSpeech } from '#features/transcription/server/index.ts'

type Speech = ReturnType<typeof openSpeech>
type Engine = Awaited<ReturnType<Speech['engines']['candidates']>>['engines'][number]

/** Real speech recognition that waits after its first piece until it is stopped: a run is never over too early. */
export function pausingSpeech(speech: Speech): Speech {
  const candidates: Speech['engines']['candidates'] = async (language, durationMs) => {
    const found = await speech.engines.candidates(language, durationMs)
    return { ...found, engines: found.engines.map(pausing) }
  }
  return { ...speech, engines: { ...speech.engines, candidates } }
}

function pausing(engine: Engine): Engine {
  return {
    ...engine,
    async *transcribe(job, io) {
      for await (const recognised of engine.transcribe(job, io)) {
        yield recognised
        await once(io.signal, 'abort')
      }
    },
  }
}

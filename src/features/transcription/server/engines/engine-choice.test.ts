import { expect, test } from 'vitest'
import { EUROPEAN_LANGUAGES, WHISPER_LANGUAGES } from '../../model/language.ts'
import { engineChoice, noEngineFor } from './engine-choice.ts'
import type { SpeechEngine } from '../ports.ts'

const ALL = ['pocketsphinx', 'whisper-turbo', 'parakeet-110m', 'parakeet-v3', 'parakeet-v2']

test.each([
  { language: 'en-GB', order: ['parakeet-v2', 'parakeet-v3', 'parakeet-110m', 'whisper-turbo', 'pocketsphinx'] },
  { language: 'fr', order: ['parakeet-v3', 'whisper-turbo'] },
  { language: 'ja', order: ['whisper-turbo'] },
  { language: 'xx', order: [] },
  { language: 'auto', order: ['whisper-turbo', 'parakeet-v3', 'parakeet-v2', 'parakeet-110m', 'pocketsphinx'] },
])('for $language the order is $order', async ({ language, order }) => {
  const { engines, note } = await choice(ALL).candidates(language, 0)
  expect(engines.map(({ id }) => id)).toEqual(order)
  expect(note).toBeNull()
})

test('assumes English on a fresh machine and says so', async () => {
  const { engines, language, note } = await choice(['pocketsphinx']).candidates('auto', 0)
  expect(engines.map(({ id }) => id)).toEqual(['pocketsphinx'])
  expect(language).toBe('en')
  expect(note).toMatch(/English/)
})

test('skips an engine that is not working', async () => {
  const broken = { ...engine('parakeet-v2'), probe: async () => ({ ok: false as const, reason: 'damaged' }) }
  const { engines } = await engineChoice([broken, engine('pocketsphinx')]).candidates('en', 0)
  expect(engines.map(({ id }) => id)).toEqual(['pocketsphinx'])
})

test('prefers a service on another machine for sound that may be sent there', async () => {
  const service = { ...engine('speech-service'), elsewhere: { host: 'speech.example.com', maxSoundMs: 60_000 } }
  const among = engineChoice([engine('parakeet-v2'), service])
  const idsFor = async (durationMs: number) => (await among.candidates('en', durationMs)).engines.map(({ id }) => id)
  expect(await idsFor(60_000)).toEqual(['speech-service', 'parakeet-v2'])
  expect(await idsFor(60_001)).toEqual(['parakeet-v2'])
  expect((await among.available(60_001)).map(({ engine: { id } }) => id)).toEqual(['parakeet-v2'])
})

test('knows the languages of the engines that work, each once', async () => {
  const broken = { ...engine('whisper-turbo'), probe: async () => ({ ok: false as const, reason: 'damaged' }) }
  const among = engineChoice([engine('pocketsphinx'), broken, engine('parakeet-v3')])
  expect((await among.languages()).toSorted()).toEqual([...EUROPEAN_LANGUAGES].toSorted())
})

test('surveys every engine with its state and the languages for which it comes first', async () => {
  const broken = { ...engine('whisper-turbo'), probe: async () => ({ ok: false as const, reason: 'damaged' }) }
  const surveyed = await engineChoice([engine('pocketsphinx'), broken, engine('parakeet-v3')]).survey()
  expect(surveyed.map(({ engine: { id }, status, firstFor }) => ({ id, ok: status.ok, firstFor }))).toEqual([
    { id: 'parakeet-v3', ok: true, firstFor: [...EUROPEAN_LANGUAGES] },
    { id: 'whisper-turbo', ok: false, firstFor: [] },
    { id: 'pocketsphinx', ok: true, firstFor: [] },
  ])
})

test.each([
  { language: 'en', chosen: 'pocketsphinx', first: 'pocketsphinx' },
  { language: 'fr', chosen: 'whisper-turbo', first: 'whisper-turbo' },
  { language: 'auto', chosen: 'parakeet-v3', first: 'parakeet-v3' },
  { language: 'ja', chosen: 'parakeet-v3', first: 'whisper-turbo' },
  { language: 'en', chosen: 'gone', first: 'parakeet-v2' },
])('$chosen chosen for $language: $first is used first', async ({ language, chosen, first }) => {
  const defaults = { fixed: new Set<string>(), read: async () => new Map([[language, chosen]]) }
  const among = engineChoice(ALL.map(engine), defaults)
  expect((await among.candidates(language, 0)).engines[0]?.id).toBe(first)
  // Another language keeps its order.
  expect((await among.candidates('de', 0)).engines[0]?.id).toBe('parakeet-v3')
})

test('names the language in a refusal and what works without an engine', () => {
  expect(noEngineFor('ja')).toMatch(/Japanese.*nothing was charged.*script.*SRT or VTT/)
})

function choice(ids: readonly string[]) {
  return engineChoice(ids.map(engine))
}

/** A working engine that is never run. */
function engine(id: string): SpeechEngine {
  const languages: Record<string, readonly string[]> = {
    'parakeet-v3': EUROPEAN_LANGUAGES,
    'whisper-turbo': WHISPER_LANGUAGES,
  }
  return {
    id,
    label: id,
    quality: 'good',
    maxPieceMs: 30_000,
    bareWords: false,
    roughEdges: false,
    attribution: null,
    languages: languages[id] ?? ['en'],
    detectsLanguage: id in languages,
    probe: async () => ({ ok: true, version: '1', languages: languages[id] ?? ['en'] }),
    transcribe: () => {
      throw new Error('not here')
    },
  }
}

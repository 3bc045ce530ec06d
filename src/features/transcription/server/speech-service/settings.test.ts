import { expect, test } from 'vitest'
import { readEnv } from '#platform/server/env.ts'
import { speechServiceOf } from './settings.ts'

const settingsOf = (variables: Record<string, string>) => speechServiceOf(readEnv(variables))

test('keeps the sound on this machine without an address', () => {
  expect(settingsOf({})).toBeUndefined()
})

test.each(['https://speech.example.com/v1', 'https://speech.example.com/v1/'])('calls the API below %s', (address) => {
  const service = settingsOf({ SPEECH_API_URL: address, SPEECH_API_KEY: 'key', SPEECH_API_MAX_SECONDS: '600' })
  expect(service).toMatchObject({ key: 'key', model: 'whisper-1', maxSoundMs: 600_000, timeoutMs: 60_000, retries: 2 })
  expect(service?.url.href).toBe('https://speech.example.com/v1/audio/transcriptions')
})

test.each(['http://localhost:8000/v1', 'http://192.168.0.9/v1', 'http://[::1]:8000/v1', 'http://speech/v1'])(
  'calls a service at %s only where that is allowed',
  (address) => {
    expect(() => settingsOf({ SPEECH_API_URL: address })).toThrow('SPEECH_API_ALLOW_PRIVATE=true')
    expect(settingsOf({ SPEECH_API_URL: address, SPEECH_API_ALLOW_PRIVATE: 'true' })).toMatchObject({
      allowPrivate: true,
    })
  },
)

test.each([
  { settings: { SPEECH_API_KEY: 'key' }, sentence: /^SPEECH_API_URL is missing: [^\n]*\.$/u },
  { settings: { SPEECH_API_URL: 'ftp://x' }, sentence: /SPEECH_API_URL: must be an address that begins with http/u },
  { settings: { SPEECH_API_URL: 'https://a:b@x.example/v1' }, sentence: /SPEECH_API_URL: must have no user name/u },
  { settings: { SPEECH_API_URL: 'https://x.example/v1?a=b' }, sentence: /SPEECH_API_URL: must have no user name/u },
  { settings: { SPEECH_API_KEY: 'two words' }, sentence: /SPEECH_API_KEY: must be one word/u },
  { settings: { SPEECH_API_RETRIES: '99' }, sentence: /SPEECH_API_RETRIES: must be at most 10/u },
])('refuses $settings with one sentence', ({ settings, sentence }) => {
  expect(() => settingsOf(settings)).toThrow(sentence)
})

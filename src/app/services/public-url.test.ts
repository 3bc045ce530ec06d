import { expect, test } from 'vitest'
import { readEnv } from '#platform/server/env.ts'
import { publicUrlOf } from './public-url.ts'

test.each([
  { settings: {}, address: 'http://127.0.0.1:4870' },
  { settings: { HOST: 'localhost', PORT: '80' }, address: 'http://localhost' },
  { settings: { HOST: '::1' }, address: 'http://[::1]:4870' },
  { settings: { HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.5:4870' }, address: 'http://192.168.1.5:4870' },
  {
    settings: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://wordpop.example/' },
    address: 'https://wordpop.example',
  },
])('with $settings the site is at $address', ({ settings, address }) => {
  expect(publicUrlOf(readEnv(settings))).toBe(address)
})

test.each([
  { settings: { HOST: '0.0.0.0' }, reason: 'HOST is 0.0.0.0' },
  { settings: { HOST: '::' }, reason: 'HOST is ::' },
  { settings: { TRUST_PROXY: 'true' }, reason: 'TRUST_PROXY is set' },
])('refuses to start with $settings and no public address', ({ settings, reason }) => {
  expect(() => publicUrlOf(readEnv(settings))).toThrow(
    `PUBLIC_URL is missing: ${reason}, so others reach this site. Set it to the address they type, such as https://captions.example.com.`,
  )
})

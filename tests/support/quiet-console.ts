import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * A test fails on any unexpected console.error or console.warn. A test that expects one takes it over with
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const LOUD = ['error', 'warn'] as const
let heard: string[] = []

beforeEach(() => {
  heard = []
  for (const level of LOUD) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      heard.push(`console.${level}: ${parts.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  for (const level of LOUD) vi.mocked(console[level]).mockRestore?.()
  expect(heard, 'unexpected console output').toEqual([])
})

import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * A test fails on any unexpected console.error or console.warn. A test that expects one takes it over with
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const LOUD = ['error', 'warn'] as const
/**
 * Chromium's notice that an observed size changed again in the same frame, which it reports in the next one: a popover
 * that follows its growing anchor, on a slow machine.
 */
const HARMLESS = 'ResizeObserver loop completed with undelivered notifications.'
let heard: string[] = []

beforeEach(() => {
  heard = []
  for (const level of LOUD) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      const text = parts.map(String).join(' ')
      if (!text.endsWith(HARMLESS)) heard.push(`console.${level}: ${text}`)
    })
  }
})

afterEach(() => {
  for (const level of LOUD) vi.mocked(console[level]).mockRestore?.()
  expect(heard, 'unexpected console output').toEqual([])
})

import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../../../../tests/support/product-styles.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const FINE_POINTER = '(hover: hover) and (pointer: fine)'
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

afterEach(() => vi.unstubAllGlobals())

test.each([
  { shape: 'portrait', width: 1_080, height: 1_920 },
  { shape: 'landscape', width: 1_920, height: 1_080 },
])('shows a $shape video in its own shape', async ({ width, height }) => {
  await show({ width, height })
  const box = poster().getBoundingClientRect()
  expect(box.width / box.height).toBeCloseTo(width / height, 1)
  expect(box.width).toBeLessThanOrEqual(112)
  expect(box.height).toBeLessThanOrEqual(80)
})

test('plays the muted preview while the mouse rests on the row, and loads nothing before', async () => {
  prefer({ [FINE_POINTER]: true })
  await show()
  expect(preview()).toBeNull()
  await page.getByRole('link', { name: 'Take 3' }).hover()
  await expect.poll(() => preview()?.muted).toBe(true)
  await page.getByText('Elsewhere').hover()
  await expect.poll(preview).toBeNull()
})

test('plays the preview while the keyboard is on the row', async () => {
  prefer({ [FINE_POINTER]: true })
  await show()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'Take 3' })).toHaveFocus()
  await expect.poll(() => preview()?.muted).toBe(true)
})

test.each([
  { when: 'with reduced motion', prefers: { [FINE_POINTER]: true, [REDUCED_MOTION]: true } },
  { when: 'without a fine pointer', prefers: {} },
])('loads no preview $when', async ({ prefers }) => {
  prefer(prefers)
  await show()
  vi.useFakeTimers()
  try {
    row().dispatchEvent(new PointerEvent('pointerenter'))
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
  expect(preview()).toBeNull()
})

async function show({ width, height } = { width: 1_080, height: 1_920 }) {
  await render(<Row width={width} height={height} />)
}

function Row({ width, height }: { width: number; height: number }) {
  const ref = useRef<HTMLLIElement>(null)
  const probe = { container: 'mp4', durationMs: 1_000, width, height, fps: { n: 25, d: 1 }, rotation: 0 } as const
  return (
    <>
      <ul>
        <li ref={ref}>
          <VideoThumbnail
            row={ref}
            project={{
              assets: { preview: 'data:video/mp4,', peaks: null, filmstrip: null, poster: PIXEL, shots: null },
              probe: { ...probe, variableFrameRate: false, videoCodec: 'h264', audio: null, hdr: false },
            }}
          />
          <a href="/take-3">Take 3</a>
        </li>
      </ul>
      <p>Elsewhere</p>
    </>
  )
}

/** Answers media queries; all others do not match. */
function prefer(matching: Readonly<Record<string, boolean>>): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matching[query] === true }))
}

function row(): Element {
  return page.getByRole('listitem').element()
}

function poster(): Element {
  const found = document.querySelector('img')
  if (found === null) throw new Error('no poster')
  return found
}

function preview(): HTMLVideoElement | null {
  return document.querySelector('video')
}

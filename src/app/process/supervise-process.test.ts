import { expect, onTestFinished, test, vi } from 'vitest'
import { superviseProcess } from './supervise-process.ts'

test('retries a part that cannot start, and keeps the product running', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  // More than the kernel passes to a program: refused like a start on a machine without memory.
  const part = superviseProcess({ name: 'worker', module: import.meta.filename, env: { HUGE: 'x'.repeat(3_000_000) } })
  await expect.poll(() => part.isHopeless()).toBe(true)
  await part.stop()
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^worker ended \(.*E2BIG.*\); starting it again\.\n$/u))
})

import { OUT_OF_MEMORY_STATUS } from './protocol.ts'

const MEMORY_CHECK_MS = 250

/** Ends this process once its resident memory exceeds a limit, in MiB. */
export function watchMemory(memoryMb: number): void {
  const check = () => {
    if (process.memoryUsage.rss() > memoryMb * 1_048_576) process.exit(OUT_OF_MEMORY_STATUS)
  }
  check()
  setInterval(check, MEMORY_CHECK_MS).unref()
}

import { readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'

/**
 * Asks a product for its health about 50 times a second, in a process of its own so that a busy test does not count as
 * a slow answer. Arguments: address, process ids. Prints one sample a line:
 * `{ "healthMs": 1.2, "ownMs": 0.1, "rssMb": [210.5, 180.2] }`; `ownMs` is how late this process itself was.
 */
const [url = '', ...pids] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const PAGE_BYTES = 4_096
const INTERVAL_MS = 20

let due = performance.now()
for (;;) {
  const ownMs = Math.max(0, performance.now() - due)
  const asked = performance.now()
  await health()
  const healthMs = performance.now() - asked
  const rssMb = await Promise.all(pids.map(residentMb))
  process.stdout.write(`${JSON.stringify({ healthMs, ownMs, rssMb })}\n`)
  due = performance.now() + INTERVAL_MS
  await new Promise((next) => setTimeout(next, INTERVAL_MS))
}

function health(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/healthz`, { agent }, (response) => {
      response.resume()
      response.once('end', resolve)
    })
    request.once('error', reject)
  })
}

async function residentMb(pid: string): Promise<number> {
  const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
  return (Number(pages) * PAGE_BYTES) / 1_048_576
}

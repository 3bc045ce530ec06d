import { once } from 'node:events'
import { createServer } from 'node:http'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import { fontRoutes } from '#features/rendering/server/index.ts'

/** A page with the painter, on its own server that also serves the fonts. */
export async function openPaintingPage(): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const script = await bundle()
  const fonts = fontRoutes()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (!path.startsWith('/fonts/')) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>parity</title><script type="module">${script}</script>`)
      return
    }
    void Promise.resolve(fonts.request(path.slice('/fonts'.length)))
      .then(async (answer) => response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const browser = await chromium.launch({
    // Full Chromium: the headless shell of the other tests hints fonts differently.
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForFunction(() => 'paintAll' in window)
  return {
    page,
    async close() {
      await browser.close()
      server.close()
    },
  }
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: new URL('parity-page.ts', import.meta.url).pathname, formats: ['es'], fileName: 'page' } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new Error('the page was not built')
  return output.output[0].code.replaceAll('</script', '<\\/script')
}

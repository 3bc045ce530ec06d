import type { Plugin } from 'vite'
import { DEMO_PASSWORD } from './demo-site.ts'
import type { DemoLink } from './demo-videos.ts'

/** Serves `/__demo` in development: a list of pages, each opened as the account it is about. */
export function demoPages(links: readonly DemoLink[]): Plugin {
  return {
    name: 'demo-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/__demo', (_request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8').end(demoHtml(links))
      })
    },
  }
}

function demoHtml(links: readonly DemoLink[]): string {
  const rows = links.map(
    ({ email, path, shows }) =>
      `<tr><td><button data-email="${email}" data-path="${path}">${path}</button></td><td>${email}</td><td>${shows}</td></tr>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Demo data</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;color-scheme:light dark}td{padding:.2rem .8rem}</style>
<h1>Demo data</h1><p>Each button logs in as that account and opens the page. <a href="/__examples">All components</a> in every state.</p><table>${rows.join('')}</table>
<script>
addEventListener('click', async ({ target }) => {
  const { email, path } = target.dataset ?? {}
  if (email === undefined) return
  const body = JSON.stringify({ email, password: ${JSON.stringify(DEMO_PASSWORD)} })
  await fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  await fetch('/api/auth/sign-in/email', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  location.href = path
})
</script>`
}

import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import { SIGN_IN_CHANNEL, type SignInMessage } from '../../model/index.ts'

/** Windows of the same origin receive the message even if the provider's pages cut the popup off from its opener. */
const SCRIPT = `const news = document.getElementById('news').dataset.news
new BroadcastChannel('${SIGN_IN_CHANNEL}').postMessage(JSON.parse(news))
window.close()`
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:28em;margin:20vh auto;padding:0 24px;color-scheme:light dark}'
const POLICY = [
  `default-src 'none'`,
  `script-src '${hashOf(SCRIPT)}'`,
  `style-src '${hashOf(STYLE)}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** The popup's last page: reports the outcome and closes the window, or shows the outcome if it cannot close. */
export function popupPage(c: Context<HttpEnv>, message: SignInMessage): Response {
  c.header('content-security-policy', POLICY)
  c.header('cache-control', 'no-store')
  const text = textOf(message)
  return c.html(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Log in</title><style>${STYLE}</style></head>
<body><p id="news" role="status" data-news="${escapeHtml(JSON.stringify(message))}">${escapeHtml(text)}</p><p><a href="/upload">Continue</a></p>
<script>${SCRIPT}</script></body>
</html>`)
}

function textOf(message: SignInMessage): string {
  if (message.type === 'refused') return message.message
  return message.type === 'signed-in'
    ? 'You are logged in. You can close this window.'
    : 'Enter your code on the page where you began. You can close this window.'
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * Every route outside the API: the same for everybody. `set up` exists only if the operator configured it.
 * `/dev/outbox` is for this machine only while no mail server is set, `/metrics` for this machine and holders of the
 * token. `pages` come from the build; a journey requests them as a visitor and signed in.
 */
export const SITE_ROUTES: Readonly<Record<string, 'open' | 'set up' | 'development' | 'machine' | 'pages'>> = {
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /fonts/:file': 'open',
  'GET /fonts/licences.txt': 'open',
  'GET /template-pictures/:file': 'open',
  'GET /site-pictures/:id/:file': 'open',
  'GET /fonts/emoji/:set/:file': 'open',
  'GET /.well-known/apple-app-site-association': 'set up',
  'GET /.well-known/assetlinks.json': 'set up',
  'GET /metrics': 'machine',
  'GET /dev/outbox': 'development',
  'GET /dev/outbox/mails.json': 'development',
  'GET /dev/outbox/:id': 'development',
  'GET /dev/outbox/:id/html': 'development',
  'GET /robots.txt': 'pages',
  'GET /sitemap.xml': 'pages',
  'GET /social/:picture': 'pages',
  'GET /manifest.webmanifest': 'pages',
  'GET /icon-192.png': 'pages',
  'GET /icon-512.png': 'pages',
  'GET /apple-touch-icon.png': 'pages',
  'GET /favicon.svg': 'pages',
  'GET /favicon.ico': 'pages',
  'GET /*': 'pages',
  'POST /report/:kind/:token': 'pages',
  'POST /unsubscribe/:token': 'pages',
  'POST /*': 'pages',
}

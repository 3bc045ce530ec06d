import { expect, test } from 'vitest'
import { DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import { documentHtml } from './document-html.ts'

test('the stylesheet comes first, then the fonts, and the scripts wait', () => {
  const html = drawn()
  const order = ['/assets/app.css', '/assets/face.woff2', '/assets/part.js', '<div id="app"><p>Hello</p></div>']
  const places = order.map((part) => html.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/part.js"/>')
  expect(html).toContain('<script type="module" async fetchpriority="low" src="/assets/app.js"></script>')
})

test('requests the faces of the first view before the page is laid out', () => {
  const html = drawn()
  expect(
    html.indexOf(`["1em \\"Face\\""].forEach(function(f){document.fonts.load(f).catch(function(){})})`),
  ).toBeGreaterThan(0)
  expect(html.indexOf('document.fonts.load')).toBeLessThan(html.indexOf('<body>'))
})

test('a page for any address has only the script that picks the theme', () => {
  const html = drawn({ files: { styles: [], fonts: [], scripts: [], modules: [] } })
  expect(html.match(/<script(?! type="application\/json")/g)).toHaveLength(1)
  expect(html).toContain('dataset.theme')
})

test('the script that holds early input precedes the stylesheet of a page with scripts', () => {
  const html = drawn()
  expect(html.indexOf('window.earlyEvents')).toBeLessThan(html.indexOf('/assets/app.css'))
  expect(html.indexOf('id="early-status"')).toBeLessThan(html.indexOf('<div id="app">'))
  const readOnly = drawn({ files: { styles: [], fonts: [], scripts: [], modules: [] } })
  expect(readOnly).not.toContain('early')
})

test('a notice stands above the page, outside the part that React hydrates', () => {
  const html = drawn({ notice: 'Nothing was <sent>.' })
  expect(html.indexOf('Nothing was &lt;sent>.')).toBeGreaterThan(html.indexOf('<body>'))
  expect(html.indexOf('Nothing was &lt;sent>.')).toBeLessThan(html.indexOf('<div id="app">'))
})

test('tells a browser without scripts what needs them, on pages that have scripts', () => {
  expect(drawn()).toContain('<noscript><p')
  expect(drawn({ files: { styles: [], fonts: [], scripts: [], modules: [] } })).not.toContain('<noscript>')
})

test('page data, a title or a description cannot end its element early', () => {
  const html = drawn({
    meta: [{ title: '</title><script>1' }, { name: 'description', content: '"><script>2' }],
    bootstrap: { site: SITE, answers: { 'billing/plans': '</script><script>3' } },
  })
  expect(html).not.toMatch(/<script>\d/)
  expect(html).toContain('<title>&lt;/title>&lt;script>1</title>')
})

test('the logo and icons of the operator are in the document, and the mark gives way', () => {
  const own = drawn()
  expect(own).toContain('href="/favicon.svg"')
  expect(own).not.toContain('<style>')
  const logo = { source: '/a.png', onDark: '/b.png', width: 400, height: 100, showsName: true }
  const icons = { tab: '/t.png', apple: '/p.png', small: '/s.png', large: '/l.png' }
  const html = drawn({ bootstrap: { site: { ...SITE, logo, icons }, answers: {} } })
  expect(html).toContain('<link rel="icon" href="/t.png" type="image/png" sizes="64x64"/>')
  expect(html).toContain('<link rel="apple-touch-icon" href="/p.png"/>')
  expect(html).toContain('aspect-ratio:4.000;background:url(/b.png)')
  expect(html).toContain('[data-theme=light] .site-mark{background-image:url(/a.png)}')
  expect(html).not.toContain('.site-name')
})

function drawn(o: Partial<Parameters<typeof documentHtml>[0]> = {}): string {
  return documentHtml({
    meta: [{ title: 'Hello' }],
    canonical: 'https://wordpop.example/',
    files: {
      styles: ['/assets/app.css'],
      fonts: [{ file: '/assets/face.woff2', css: '1em "Face"' }],
      scripts: ['/assets/app.js'],
      modules: ['/assets/part.js'],
    },
    bootstrap: { site: SITE, answers: {} },
    headScripts: [],
    notice: undefined,
    content: '<p>Hello</p>',
    ...o,
  })
}

const SITE = {
  origin: 'https://wordpop.example',
  contacts: { legal: 'l@x.example', support: 's@x.example', general: 'g@x.example' },
  links: {},
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}

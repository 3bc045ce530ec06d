import { renderToString } from 'react-dom/server'
import type { DrawPage, Manifest } from '#platform/shared/page.ts'
import { identifySite } from '#platform/shared/product.ts'
import { earlyRequestsScript } from '#platform/web/early-requests.ts'
import { cacheOf } from '#platform/web/query.ts'
import bricolage from './fonts/bricolage-grotesque.woff2?url'
import instrument from './fonts/instrument-sans.woff2?url'
import { Root } from './root.tsx'
import { documentHtml, type DocumentFiles, type FirstFont } from './router/document-html.ts'
import { canonicalUrl, hasParams } from './router/head.ts'
import { type LoadedPage, loadPage } from './router/page-modules.ts'

/** The entry point of the browser's code. */
const ENTRY = 'src/app/pages/browser.tsx'
/** Font faces of every page's first view; the others load on demand. */
const FONTS: readonly FirstFont[] = [
  { file: bricolage, css: '1em "Bricolage Grotesque Variable"' },
  { file: instrument, css: '1em "Instrument Sans Variable"' },
]

/** Draws the pages of a build. @param manifest the build's manifest for browsers */
export function pagesOf(manifest: Manifest): DrawPage {
  return async ({ path, bootstrap, withScripts, notice, text }) => {
    const loaded = await loadPage(path, bootstrap.site, text)
    // A page is loaded once, and the text of operators changes.
    const page = text === undefined ? loaded : { ...loaded, text }
    // The build has a copy of this module of its own; nothing awaits between here and the finished document.
    identifySite(bootstrap.site.name === undefined ? {} : { name: bootstrap.site.name })
    const location = { pathname: path, search: '', hash: '', state: null, key: 'default' }
    const content = renderToString(
      <Root bootstrap={bootstrap} answers={cacheOf(bootstrap.answers)} first={{ page, location, scroll: 'stay' }} />,
    )
    return documentHtml({
      meta: page.meta(bootstrap.site),
      // One document stands for every id: the browser, which knows the id, names the address.
      canonical: hasParams(page) ? undefined : canonicalUrl(page, { origin: bootstrap.site.origin, pathname: path }),
      files: filesOf(page, { manifest, withScripts }),
      bootstrap: page.text === '' ? bootstrap : { ...bootstrap, text: page.text },
      headScripts: withScripts ? headScriptsOf(page) : [],
      notice,
      content,
    })
  }
}

function headScriptsOf({ path, early, headScript }: LoadedPage): readonly string[] {
  const requests = early === undefined ? [] : [earlyRequestsScript(path, early)]
  // First: its pictures are shown before anything that the requests are for.
  return headScript === undefined ? requests : [...requests, headScript]
}

function filesOf(page: LoadedPage, o: { manifest: Manifest; withScripts: boolean }): DocumentFiles {
  const entries = [ENTRY, `src/app/pages/${page.file}`]
  const files = importsOf([...entries, ...(page.imports ?? [])], o.manifest)
  return {
    styles: [...new Set(files.flatMap(({ css = [] }) => css))].map(urlOf),
    fonts: [...FONTS, ...(page.fonts ?? [])],
    // The browser's load event waits for these: the page's code is one of them.
    scripts: o.withScripts ? entries.flatMap((name) => o.manifest[name]?.file ?? []).map(urlOf) : [],
    modules: o.withScripts ? files.map(({ file }) => urlOf(file)) : [],
  }
}

/** These files of a manifest and all their imports, each once, in order. */
function importsOf(names: readonly string[], manifest: Manifest): Manifest[string][] {
  const found = new Map<string, Manifest[string]>()
  const add = (name: string) => {
    const file = manifest[name]
    if (file === undefined || found.has(name)) return
    found.set(name, file)
    for (const imported of file.imports ?? []) add(imported)
  }
  for (const name of names) add(name)
  return [...found.values()]
}

function urlOf(file: string): string {
  return `/${file}`
}

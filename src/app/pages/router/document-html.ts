import type { Site } from '#platform/shared/contacts.ts'
import type { PageBootstrap } from '#platform/shared/page.ts'
import { EARLY_EVENTS_SCRIPT, EARLY_STATUS_ID } from '#platform/web/early-events.ts'
import { THEME_SCRIPT } from '#platform/web/theme.ts'
import { escaped } from './escaped.ts'
import { FIRST_VIEW_SCRIPT } from './first-view.ts'
import type { PageMeta } from './head.ts'
import { iconLinksHtml, siteMarkHtml } from './site-mark.ts'
import { siteNoticeHtml } from './site-notice.ts'

/** A font face of a page's first view: its file, and its CSS `font` shorthand. */
export type FirstFont = { readonly file: string; readonly css: string }

/** The files a document loads, by priority. */
export type DocumentFiles = {
  readonly styles: readonly string[]
  readonly fonts: readonly FirstFont[]
  /** The scripts that hydrate the page; empty where scripts may not run. */
  readonly scripts: readonly string[]
  /** The imports of the scripts. */
  readonly modules: readonly string[]
}

type Document = {
  readonly meta: PageMeta
  readonly canonical: string | undefined
  readonly files: DocumentFiles
  readonly bootstrap: PageBootstrap
  /** Scripts of the page that run before anything is drawn, such as the one that sends its first requests. */
  readonly headScripts: readonly string[]
  /** Notice above the page: why it is not the requested one. */
  readonly notice: string | undefined
  /** The page, as HTML. */
  readonly content: string
}

/**
 * The document around a page, the same for everybody. React hydrates `#app`. Visible parts
 * come first: the page is readable without scripts, so they wait for styles and fonts.
 */
export function documentHtml({ meta, canonical, files, bootstrap, headScripts, notice, content }: Document): string {
  const { site } = bootstrap
  return [
    `<!DOCTYPE html><html lang="en"${accentStyle(site.accent)}><head><meta charset="utf-8"/>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"/>',
    // Before the stylesheet: a script after one waits for it.
    files.scripts.length === 0 ? '' : `<script>${EARLY_EVENTS_SCRIPT}</script>`,
    ...headScripts.map((script) => `<script>${script}</script>`),
    ...files.styles.map((href) => `<link rel="stylesheet" href="${href}"/>`),
    ...files.fonts.map(({ file }) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin/>`),
    `<meta name="color-scheme" content="dark light"/><script>${THEME_SCRIPT};${fontsScript(files.fonts)}</script>`,
    // Without scripts, nothing would draw the rest later.
    files.scripts.length === 0 ? '' : `<script>${FIRST_VIEW_SCRIPT}</script>`,
    ...meta.map(metaHtml),
    canonical === undefined ? '' : `<link rel="canonical" href="${escaped(canonical)}"/>`,
    site.logo === undefined ? '' : siteMarkHtml(site.logo),
    iconLinksHtml(site.icons),
    '<link rel="manifest" href="/manifest.webmanifest"/>',
    ...files.modules.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}"/>`),
    `</head><body><a href="#content" class="${SKIP}">Skip to content</a>`,
    files.scripts.length === 0 ? '' : NO_SCRIPTS + EARLY_STATUS,
    site.notice === undefined ? '' : siteNoticeHtml(site.notice, files.scripts.length > 0),
    notice === undefined ? '' : `<p role="alert" class="${BAND}">${escaped(notice)}</p>`,
    `<div id="app">${content}</div>`,
    `<script type="application/json" id="page-bootstrap">${dataOf(bootstrap)}</script>`,
    ...files.scripts.map((src) => `<script type="module" async fetchpriority="low" src="${src}"></script>`),
    '</body></html>',
  ].join('')
}

/**
 * Requests the fonts of the first view as soon as their rules are known. A browser that requests them during layout
 * measures the page in fallback fonts, after looking up each on the system. If a font cannot
 * load, as with a font blocker, the page keeps the fallback.
 */
function fontsScript(fonts: readonly FirstFont[]): string {
  return `${JSON.stringify(fonts.map(({ css }) => css))}.forEach(function(f){document.fonts.load(f).catch(function(){})})`
}

/** The head tags of the page's file, marked so that the next page can replace them. */
function metaHtml(one: PageMeta[number]): string {
  if ('title' in one) return `<title>${escaped(one.title)}</title>`
  if ('name' in one) return `<meta name="${escaped(one.name)}" content="${escaped(one.content)}" data-page=""/>`
  return `<script type="application/ld+json">${dataOf(one['script:ld+json'])}</script>`
}

/** Data that cannot end its element early. */
function dataOf(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The accent of the site, which `tokens.css` reads. */
function accentStyle(accent: Site['accent']): string {
  return accent === undefined ? '' : ` style="--site-hue:${accent.hue};--site-strength:${accent.strength}"`
}

const SKIP =
  'sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent'

const BAND = 'border-b border-warning/40 bg-surface px-4 py-2.5 text-center text-sm'

/** Tells a browser without scripts what needs them; everything else is readable. */
const NO_SCRIPTS =
  `<noscript><p class="${BAND}">` +
  'JavaScript is off. Turn it on to caption a video, to log in or to send us a message.</p></noscript>'

/** Says that input waits for the page; hidden on a quick page. It lies outside the part that React hydrates. */
const EARLY_STATUS = `<p id="${EARLY_STATUS_ID}" role="status" class="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto w-fit rounded-lg border border-border-strong bg-raised px-4 py-3 text-sm shadow-float not-empty:animate-[spinner-in_150ms_300ms_both] empty:opacity-0"></p>`

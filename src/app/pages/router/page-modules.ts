import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Site } from '#platform/shared/contacts.ts'
import type { EarlyRequest } from '#platform/web/early-requests.ts'
import { findPage, type PathParams } from '#platform/shared/page-paths.ts'
import routes, { NOT_FOUND, NOTHING_FOR_SALE } from '../routes.ts'
import type { FirstFont } from './document-html.ts'
import type { PageMeta } from './head.ts'

/** The props of a page. */
export type PageProps = {
  /** The parameters of its address. */
  readonly params: PathParams
  /** The result of its `loadText`; empty without one. */
  readonly text: string
}

/** What a page's head depends on. */
export type SiteFacts = Pick<Site, 'sells' | 'speechHost' | 'policies'>

/** The exports of a page file. */
type PageModule = {
  readonly default: ComponentType<PageProps>
  /** Its title, and its data for search engines and browsers. */
  readonly meta: (site: SiteFacts) => PageMeta
  /** Faces of its first view that the other pages do not need. */
  readonly fonts?: readonly FirstFont[]
  /** Loads a text too long for the page's code: its document carries the text, and other pages load it on navigation. */
  readonly loadText?: (site: SiteFacts) => Promise<string>
  /** What it calls first: sent before its code is loaded. */
  readonly early?: readonly EarlyRequest[]
  /**
   * A script that runs in the head of its document after that of the early requests, before its code is loaded. Only the
   * server has it. Keep it free of variables.
   */
  readonly headScript?: string | undefined
  /** Asks for what it shows first while it hydrates, so that its first render in the browser finds it. */
  readonly prefetch?: (client: QueryClient, params: PathParams) => Promise<void>
  /** Code that it imports dynamically as soon as it is loaded: these files load together with its own. */
  readonly imports?: readonly string[]
  /**
   * `fullHeight`: fills the window, without a footer. `wideBar`: its bar is as wide as that of such a page.
   * `needsAccount`: only for signed-in users, whose links its bar has from the start.
   */
  readonly handle?: { readonly fullHeight?: boolean; readonly wideBar?: boolean; readonly needsAccount?: boolean }
}

/** The code and text of a page. */
type LoadedModule = PageModule & { readonly text: string }

/** A page with its code and text loaded. */
export type LoadedPage = LoadedModule & {
  readonly file: string
  /** Its path in the table of routes. */
  readonly path: string
  readonly params: PathParams
}

/**
 * Loads the page of this address, or Page Not Found; synchronous if it is loaded.
 * @param site a site that sells nothing says so on pages about sales, unless operators wrote them
 * @param text its text, if the document carries it
 */
export function loadPage(pathname: string, site: SiteFacts, text?: string): LoadedPage | Promise<LoadedPage> {
  const place = pageAt(pathname, site)
  const known = loaded.get(place.file)
  if (known !== undefined) return { ...known, ...place }
  return load(place.file, site, text).then((module) => ({ ...module, ...place }))
}

function pageAt(pathname: string, { sells, policies }: SiteFacts): Pick<LoadedPage, 'file' | 'path' | 'params'> {
  const { page = NOT_FOUND, params = {} } = findPage(routes, pathname) ?? {}
  const isNotSold = page.isSales === true && !sells && policies?.includes(page.path) !== true
  const file = isNotSold ? NOTHING_FOR_SALE : page.file
  return { file, path: page.path, params }
}

async function load(file: string, site: SiteFacts, text: string | undefined): Promise<LoadedModule> {
  const module = await MODULES[`../${file}`]?.()
  if (module === undefined) throw new Error(`${file} draws no page`)
  const page = { ...module, text: text ?? (await module.loadText?.(site)) ?? '' }
  loaded.set(file, page)
  return page
}

const MODULES = import.meta.glob<PageModule>('../routes/*.tsx')
const loaded = new Map<string, LoadedModule>()

import type { ComponentType } from 'react'
import type { EarlyRequest } from '#platform/web/early-requests.ts'
import { ANY_PATH, findPage, type PathParams } from '#platform/shared/page-paths.ts'
import routes from '../routes.ts'
import type { FirstFont } from './document-html.ts'
import type { PageMeta } from './head.ts'

/** The props of a page: the parameters of its address. */
export type PageProps = { readonly params: PathParams }

/** The exports of a page file. */
type PageModule = {
  readonly default: ComponentType<PageProps>
  /** Its title, and its data for search engines and browsers. */
  readonly meta: () => PageMeta
  /** Faces of its first view that the other pages do not need. */
  readonly fonts?: readonly FirstFont[]
  /** What it calls first: sent before its code is loaded. */
  readonly early?: readonly EarlyRequest[]
  /** `fullHeight`: fills the window, without a footer. */
  readonly handle?: { readonly fullHeight?: boolean }
}

/** A page with its code loaded. */
export type LoadedPage = PageModule & {
  readonly file: string
  /** Its path in the table of routes. */
  readonly path: string
  readonly params: PathParams
}

/** Loads the page of this address, or Page Not Found; synchronous if its code is loaded. */
export function loadPage(pathname: string): LoadedPage | Promise<LoadedPage> {
  const place = pageAt(pathname)
  const known = loaded.get(place.file)
  if (known !== undefined) return { ...known, ...place }
  return load(place.file).then((module) => ({ ...module, ...place }))
}

function pageAt(pathname: string): Pick<LoadedPage, 'file' | 'path' | 'params'> {
  const found = findPage(routes, pathname)
  const page = found?.page ?? routes.find(({ path }) => path === ANY_PATH)
  if (page === undefined) throw new Error('the route table has no Page Not Found')
  return { ...page, params: found?.params ?? {} }
}

async function load(file: string): Promise<PageModule> {
  const module = await MODULES[`../${file}`]?.()
  if (module === undefined) throw new Error(`${file} draws no page`)
  loaded.set(file, module)
  return module
}

const MODULES = import.meta.glob<PageModule>('../routes/*.tsx')
const loaded = new Map<string, PageModule>()

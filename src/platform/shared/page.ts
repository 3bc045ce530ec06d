import type { Site } from './contacts.ts'

/** Answers of the API that are the same for everybody, by procedure: `billing/plans`. A page has them without asking. */
export type Answers = Readonly<Record<string, unknown>>

/** What every page is told when it is drawn. It is the same for everybody. */
export type PageBootstrap = { readonly site: Site; readonly answers: Answers }

/**
 * Draws the page at a path, as a whole document.
 * @param o.withScripts false for a page that stands under any address, where scripts would draw another one
 * @param o.notice stands above the page
 */
export type DrawPage = (o: {
  path: string
  bootstrap: PageBootstrap
  withScripts: boolean
  notice?: string
}) => string | Promise<string>

/** A file that the browser loads, as Vite's manifest tells it. */
export type BuiltFile = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
/** Vite's manifest: each source file's build, and what it brings along. */
export type Manifest = Readonly<Record<string, BuiltFile>>

/** The part of the build that runs on the server. */
export type PagesModule = { readonly pagesOf: (manifest: Manifest) => DrawPage }

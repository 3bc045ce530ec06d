import type { Site } from './contacts.ts'

/** Answers of the API that are the same for everybody, by procedure such as `billing/plans`, sent with the page. */
export type Answers = Readonly<Record<string, unknown>>

/** The data a page is rendered with. It is the same for everybody. */
export type PageBootstrap = {
  readonly site: Site
  readonly answers: Answers
  /** The text of a page that keeps it apart from its code. */
  readonly text?: string
}

/**
 * Renders the page at a path as a whole document.
 * @param o.withScripts false for a page served at any address, where scripts would render another one
 * @param o.notice shown above the page
 * @param o.text the text of a page whose text is not part of the build; default: what its `loadText` returns
 */
export type DrawPage = (o: {
  path: string
  bootstrap: PageBootstrap
  withScripts: boolean
  notice?: string
  text?: string | undefined
}) => string | Promise<string>

/** A file of the build, as Vite's manifest lists it. */
export type BuiltFile = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  /** Loaded later. */
  readonly dynamicImports?: readonly string[]
}
/** Vite's manifest: the build output of each source file, and its dependencies. */
export type Manifest = Readonly<Record<string, BuiltFile>>

/** The server part of the build. */
export type PagesModule = { readonly pagesOf: (manifest: Manifest) => DrawPage }

import type { ReactNode } from 'react'
import { isRouteErrorResponse, type LinksFunction, Outlet, useMatches, useRouteError } from 'react-router'
import { ReferralKeeper } from '#features/referrals/web/index.ts'
import { type Site, siteOf } from '#platform/shared/contacts.ts'
import { ApiProvider } from '#platform/web/query.tsx'
import { Toaster } from '#platform/web/toasts.tsx'
import type { Route } from './+types/root'
import './app.css'
import { DocumentFrame } from './document-frame.tsx'
import favicon from './favicon.svg'
import bricolage from './fonts/bricolage-grotesque.woff2?url'
import instrument from './fonts/instrument-sans.woff2?url'
import { Footer } from './navigation/footer.tsx'
import { Header } from './navigation/header.tsx'
import { HashScroll } from './navigation/hash-scroll.tsx'
import { ScrollToTop } from './navigation/scroll-to-top.tsx'
import { ErrorScreen } from './screens/error-screen.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { OfflineCover } from './screens/offline-cover.tsx'

/** Fonts of the first view come with the page; the others wait for letters that need them. */
export const links: LinksFunction = () => [
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  ...[bricolage, instrument].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
]

/**
 * What every page knows about the site: its public address for canonical links, and where its operator is reached.
 * The server renders with a request that tells just that, and it is never asked for again.
 */
export function loader({ request }: Route.LoaderArgs): Site {
  return siteOf(request)
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return <DocumentFrame>{children}</DocumentFrame>
}

/** The bar, the page and the footer. An editor-like page (`handle.fullHeight`) has no footer. */
export default function App() {
  const fullHeight = useMatches().some(({ handle }) => isFullHeight(handle))
  return (
    <ApiProvider>
      <OfflineCover>
        <Header wide={fullHeight} />
        <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-var(--spacing-header))] outline-none">
          <Outlet />
        </main>
        {!fullHeight && <Footer />}
        <ScrollToTop />
        <ReferralKeeper />
      </OfflineCover>
      <HashScroll />
      <Toaster />
    </ApiProvider>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundScreen /> : <ErrorScreen error={error} />
}

function isFullHeight(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'fullHeight' in handle && handle.fullHeight === true
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { LazyReferralTracker } from '#features/referrals/web/index.ts'
import type { PageBootstrap } from '#platform/shared/page.ts'
import { announceEarlyChanges, replayEarlyEvents } from '#platform/web/replay-early-events.ts'
import { Toaster } from '#platform/web/toasts.tsx'
import { endHydration } from '#platform/web/use-mounted.ts'
import { SiteContext, useIsSelling } from '#platform/web/use-site.ts'
import { Footer } from './navigation/footer.tsx'
import { Header } from './navigation/header.tsx'
import { HashScroll } from './navigation/hash-scroll.tsx'
import { ScrollToTop } from './navigation/scroll-to-top.tsx'
import { drawLaterParts } from './router/first-view.ts'
import type { Shown } from './router/navigation.ts'
import { PageErrors } from './router/page-errors.tsx'
import { PageRouter } from './router/page-router.tsx'
import { OfflineCover } from './screens/offline-cover.tsx'
import { ViewingNotice } from '#features/operations/web/index.ts'

type RootProps = {
  readonly bootstrap: PageBootstrap
  /** The cache of server answers. */
  readonly answers: QueryClient
  /** The requested page. */
  readonly first: Shown
}

/** Everything on screen, the same on the server and in the browser. */
export function Root({ bootstrap, answers, first }: RootProps) {
  return (
    <SiteContext value={bootstrap.site}>
      <PageRouter first={first} site={bootstrap.site}>
        {(shown) => (
          <PageErrors place={shown.location.key}>
            <QueryClientProvider client={answers}>
              <Frame shown={shown} />
            </QueryClientProvider>
          </PageErrors>
        )}
      </PageRouter>
    </SiteContext>
  )
}

/** Hydrates after the page, then draws the deferred parts, so that the two do not slow each other. */
function Alive() {
  useLayoutEffect(announceEarlyChanges, [])
  useEffect(() => {
    endHydration()
    void replayEarlyEvents()
    void drawLaterParts()
  }, [])
  return null
}

/** The bar, the page and the footer. An editor-like page (`handle.fullHeight`) has no footer. */
function Frame({ shown: { page, location } }: { shown: Shown }) {
  const fullHeight = page.handle?.fullHeight === true
  const Page = page.default
  const sells = useIsSelling()
  return (
    <>
      <OfflineCover>
        <ViewingNotice />
        <Header wide={fullHeight || page.handle?.wideBar === true} needsAccount={page.handle?.needsAccount === true} />
        <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-var(--spacing-header))] outline-none">
          {/* Hydrates after the bar, in its own steps. Nothing here suspends: a page loads before it is shown. */}
          <Suspense>
            <Page key={location.pathname} params={page.params} text={page.text} />
            <Alive />
          </Suspense>
        </main>
        {!fullHeight && <Footer />}
        <ScrollToTop />
        {sells && <LazyReferralTracker isUnknownPage={page.file === 'routes/not-found.tsx'} />}
      </OfflineCover>
      <HashScroll />
      <Toaster />
    </>
  )
}

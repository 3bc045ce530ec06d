import { CallToAction } from './call-to-action.tsx'
import type { ReactNode } from 'react'
import { ComingSoonBanner } from '../coming-soon-banner.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { PerfectFor } from './perfect-for.tsx'

/** / (spec §2): hero, features, how it works, perfect for, call to action. */
export function HomePage({ drop }: { /** Where a visitor brings a video. */ drop: ReactNode }) {
  return (
    <>
      <ComingSoonBanner />
      <Hero drop={drop} />
      <Features />
      <HowItWorks />
      <PerfectFor />
      <CallToAction />
    </>
  )
}

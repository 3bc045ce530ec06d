import type { ReactNode } from 'react'
import { BackgroundAnimation } from './background-animation.tsx'
import { CaptionDemo } from '../demo/caption-demo.tsx'

/** The tagline (from the spec), the first step, and the caption demo. */
export function Hero({ drop }: { drop: ReactNode }) {
  return (
    <section className="relative isolate overflow-hidden">
      <BackgroundAnimation />
      <div className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-14 px-4 pt-12 pb-20 sm:px-6 lg:grid-cols-[1.25fr_1fr] lg:pt-16 lg:pb-24">
        <div>
          <h1 className="text-[clamp(2.375rem,1.55rem+4vw,4.25rem)] leading-[1.02] font-bold tracking-[-0.032em]">
            Turn your vision into viral content, one clip at a time
          </h1>
          <p className="mt-6 max-w-[52ch] text-lg text-muted">
            Drop in a video of somebody talking. Get it back with animated captions that light up on every word, edited
            like a document and burned in, ready to post.
          </p>
          <div className="mt-8 max-w-[36rem]">{drop}</div>
        </div>
        <CaptionDemo />
      </div>
    </section>
  )
}

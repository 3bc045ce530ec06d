import { Link } from 'react-router'
import { buttonLook } from '#ui/button-look.ts'
import { CaptionDemo } from './caption-demo.tsx'

/** The promise, the first step, and captions at work. The tagline is the spec's. */
export function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-14 px-4 pt-14 pb-20 sm:px-6 lg:grid-cols-[1.25fr_1fr] lg:pt-20 lg:pb-28">
      <div>
        <h1 className="text-[clamp(2.5rem,1.6rem+4vw,4.5rem)] leading-[1.02] font-bold tracking-[-0.032em]">
          Turn your vision into viral content, one clip at a time
        </h1>
        <p className="mt-6 max-w-[52ch] text-lg text-muted">
          Drop in a video of somebody talking. Get it back with animated captions that light up on every word, edited
          like a document and burned in, ready to post.
        </p>
        <div className="mt-9 flex flex-wrap items-center gap-3">
          <Link to="/upload" className={buttonLook({ variant: 'primary', size: 'lg' })}>
            Caption a video
          </Link>
          <Link to="/#how-it-works" className={buttonLook({ variant: 'ghost', size: 'lg' })}>
            How it works
          </Link>
        </div>
        <p className="mt-5 text-sm text-faint">
          Free to start: 30 credits, enough for about three videos. No card, no watermark.
        </p>
      </div>
      <CaptionDemo />
    </section>
  )
}

import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'

/** The closing section of the home page. */
export function CallToAction() {
  return (
    <section aria-labelledby="start" className="drawn-later mx-auto max-w-6xl px-4 pb-20 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-8 rounded-xl border border-border-strong bg-surface px-6 py-12 sm:px-12">
        <div>
          <h2 id="start" className="text-3xl sm:text-4xl">
            Your next clip is already{' '}
            <span className="rounded-lg bg-accent box-decoration-clone px-2 text-on-accent">recorded</span>
          </h2>
          <p className="mt-3 text-lg text-muted">Drop it in. You will have captions before the coffee is ready.</p>
        </div>
        <Link to="/upload" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Caption a video
        </Link>
      </div>
    </section>
  )
}

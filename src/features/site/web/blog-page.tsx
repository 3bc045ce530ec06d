import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'

/** Progress shown for the blog (spec §2). */
const DONE = 0.75

/** /blog: the placeholder of spec §2. */
export function BlogPage() {
  return (
    <section className="mx-auto grid min-h-[calc(100dvh-var(--spacing-header))] max-w-2xl content-center px-4 py-16 sm:px-6">
      <h1 className="text-[clamp(2.25rem,1.55rem+2.8vw,3.75rem)] leading-[1.04] font-bold tracking-[-0.03em]">
        Blog Coming Soon
      </h1>
      <p className="mt-5 max-w-[36rem] text-lg text-muted">
        What makes captions readable, how to time a punchline, and what we learn while building this. Until then, the
        updates tell what is new.
      </p>
      <div className="mt-10 grid gap-3">
        <ProgressBar bare label="Getting the blog ready" value={DONE} />
        <p className="tabular text-sm text-muted">{DONE * 100}% complete</p>
      </div>
      <div className="mt-10 flex flex-wrap gap-3">
        <Link to="/updates" className={buttonClass({ size: 'lg' })}>
          Read the updates
        </Link>
        <Link to="/" className={buttonClass({ variant: 'ghost', size: 'lg' })}>
          Home
        </Link>
      </div>
    </section>
  )
}

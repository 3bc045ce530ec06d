import { useMemo } from 'react'
import { Link } from 'react-router'
import { nearestTemplate, type OwnLook } from '#features/templates/model/index.ts'
import { useLinkedLook } from '#features/templates/web/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CaptionTrack } from '../../model/index.ts'
import { TemplatePreview } from '../picker/template-preview.tsx'
import { asTemplate } from './collection-card.tsx'

/** Props of {@link LinkedPage}. */
type LinkedPageProps = {
  readonly token: string
  /** The page that saves the look and starts the next captions in it. */
  readonly addressOfUse: string
}

/** The look behind a link: it plays on a few words, and leads to using it. */
export function LinkedPage({ token, addressOfUse }: LinkedPageProps) {
  const linked = useLinkedLook(token)
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 px-4 py-12 sm:px-6">
      {linked.isPending && (
        <div role="status" aria-label="Loading the look">
          <Skeleton className="aspect-27/16" />
        </div>
      )}
      {linked.isError && <Problem error={linked.error} onRetry={() => void linked.refetch()} />}
      {linked.data && <Shown addressOfUse={addressOfUse} {...linked.data} />}
    </div>
  )
}

/** A link that was revoked, or a look that could not be loaded. */
function Problem({ error, onRetry }: { error: Error; onRetry(): void }) {
  if (asAppError(error).code === 'not_found') {
    return (
      <div className="grid justify-items-start gap-3">
        <h1 className="text-3xl">This look is not here</h1>
        <p className="text-muted">{error.message}</p>
        <Link to="/templates" className={buttonClass()}>
          See all templates
        </Link>
      </div>
    )
  }
  return (
    <EmptyState title="The look could not be loaded" action={<Button onClick={onRetry}>Try again</Button>}>
      {error.message}
    </EmptyState>
  )
}

function Shown({ addressOfUse, name, look }: Pick<LinkedPageProps, 'addressOfUse'> & Pick<OwnLook, 'name' | 'look'>) {
  const template = useMemo(() => asTemplate(look), [look])
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-3xl wrap-anywhere">{name}</h1>
        <p className="text-muted">
          A caption look made from the template {nearestTemplate(look.template).name}. You can change anything about it
          later.
        </p>
      </header>
      <div className="rounded-xl border border-border bg-sunken p-2">
        <TemplatePreview template={template} sample={SAMPLE} scale={2} />
      </div>
      <div className="grid justify-items-start gap-2">
        <Link to={addressOfUse} className={buttonClass({ variant: 'primary' })}>
          Use this look
        </Link>
        <p className="text-sm text-muted">It goes to your looks, and your next captions start in it.</p>
      </div>
    </>
  )
}

const WORD_MS = 440

const SAMPLE: CaptionTrack = {
  language: 'en',
  direction: 'ltr',
  captions: [
    {
      fromMs: 0,
      toMs: 5 * WORD_MS,
      patches: [],
      words: ['Make', 'every', 'word', 'pop'].map((text, at) => ({
        text,
        t0: at * WORD_MS,
        t1: (at + 1) * WORD_MS,
        tags: [],
        joined: false,
        breakBefore: false,
      })),
    },
  ],
}

import { type CSSProperties, useState } from 'react'
import { Link } from 'react-router'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { buttonClass } from '#ui/button-class.ts'
import { ComingSoonBanner } from './coming-soon-banner.tsx'
import { PageOpening } from './page-opening.tsx'
import './templates-page.css'

/** A template of the gallery. */
export type GalleryTemplate = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Ids of its tags. */
  readonly tags: readonly string[]
  /** Address of its picture. */
  readonly still: string
  /** Address of its moments, one above the other. */
  readonly moving: string
}

/** The templates in display order, and the tags that they have. */
export type Gallery = {
  readonly tags: readonly { readonly id: string; readonly label: string }[]
  readonly templates: readonly GalleryTemplate[]
}

type TemplatesPageProps = {
  readonly gallery: Gallery
  /** Where somebody goes who chose a template; the address carries the choice. */
  addressOf(templateId: string): string
}

/** Templates whose pictures load at once: those in the first view. */
const FIRST = 6

/** /templates: every template with a picture that moves under the pointer, by tags, to choose one for the next captions. */
export function TemplatesPage({ gallery: { tags, templates }, addressOf }: TemplatesPageProps) {
  const [tag, setTag] = useState<string | null>(null)
  const shown = tag === null ? templates : templates.filter((template) => template.tags.includes(tag))
  const labels = new Map(tags.map(({ id, label }) => [id, label]))
  return (
    <>
      <ComingSoonBanner />
      <PageOpening
        title="Caption templates"
        lead="Every look is drawn by the painter that makes your file. Choose one, and change anything about it later."
      />
      <section aria-label="Templates" className="mx-auto max-w-6xl px-4 pb-20 sm:px-6">
        <Filters tags={tags} tag={tag} onTag={setTag} />
        <p role="status" className="mt-4 text-sm text-muted">
          {pluralize(shown.length, 'template')}
        </p>
        <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((template, at) => (
            <TemplateCard
              key={template.id}
              template={template}
              labels={template.tags.flatMap((id) => labels.get(id) ?? [])}
              isFirst={at < FIRST}
              addressOf={addressOf}
            />
          ))}
        </ul>
      </section>
    </>
  )
}

type FiltersProps = Pick<Gallery, 'tags'> & { readonly tag: string | null; onTag(tag: string | null): void }

function Filters({ tags, tag, onTag }: FiltersProps) {
  return (
    <div role="group" aria-label="Show templates" className="flex flex-wrap gap-2">
      {[{ id: null, label: 'All' }, ...tags].map(({ id, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={id === tag}
          onClick={() => onTag(id)}
          className="template-filter hit-target text-sm text-muted transition-colors hover:text-text"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

type CardProps = Pick<TemplatesPageProps, 'addressOf'> & {
  readonly template: GalleryTemplate
  readonly labels: readonly string[]
  readonly isFirst: boolean
}

function TemplateCard({ template, labels, isFirst, addressOf }: CardProps) {
  const { id, name, description, still } = template
  const heading = `template-${id}`
  return (
    <li className="template-card flex flex-col overflow-hidden rounded-xl border border-border bg-surface">
      <div className="template-picture relative">
        <img
          src={still}
          alt={`“Make every word pop” in the template ${name}`}
          width={648}
          height={384}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
        <div aria-hidden="true" style={movingOf(template)} className="template-moving" />
      </div>
      <div className="flex grow flex-col p-5">
        <h2 id={heading} className="text-xl">
          {name}
        </h2>
        <p className="mt-1.5 text-muted">{description}</p>
        <p className="mt-3 text-sm text-faint">{labels.join(' · ')}</p>
        <div className="template-use">
          <Link to={addressOf(id)} aria-describedby={heading} className={buttonClass()}>
            Use this look
          </Link>
        </div>
      </div>
    </li>
  )
}

/** The style sheet loads the moments when the pointer comes, and shows them one after another. */
function movingOf({ moving }: GalleryTemplate): CSSProperties {
  return Object.fromEntries([['--moving', `url("${moving}")`]])
}

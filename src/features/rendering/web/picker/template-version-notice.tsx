import { useId, useState } from 'react'
import type { CaptionDocument, TemplateRef } from '#features/captions/model/index.ts'
import {
  fitTemplate,
  isSameVersion,
  nearestTemplate,
  newestOf,
  type Template,
} from '#features/templates/model/index.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { CaptionTrack } from '../../model/index.ts'
import { TemplatePreview } from './template-preview.tsx'

type NoticeProps = {
  readonly value: TemplateRef
  readonly published: readonly Template[]
  /** Facts of the video: a version that looks the same in its frame is not offered. */
  readonly media: CaptionDocument['media']
  readonly sample: CaptionTrack
  onChange(template: TemplateRef): void
}

/** Offers a newer version of the selected template, and reports an unavailable version of the captions. */
export function TemplateVersionNotice({ value, published, media, sample, onChange }: NoticeProps) {
  const shown = nearestTemplate(value, published)
  const newest = newestOf(published).find(({ id }) => id === shown.id) ?? shown
  const choose = ({ id, version }: Template) => onChange({ id, version })
  if (shown.id !== value.id || shown.version !== value.version)
    return (
      <Notice
        tone="warning"
        title={
          shown.id === value.id
            ? `Version ${value.version} of ${shown.name} is not available`
            : 'The template of these captions is not available'
        }
        actions={
          <Button size="sm" variant="secondary" onClick={() => choose(shown)}>
            Use {shown.name}, version {shown.version}
          </Button>
        }
      >
        The preview shows {shown.name}, version {shown.version}. Nothing in your captions changed. Choose a template to
        export them.
      </Notice>
    )
  const [now, next] = [fitTemplate(shown, media), fitTemplate(newest, media)]
  return newest.version > shown.version && !isSameVersion(now, next) ? (
    <NewVersion shown={now} newest={next} sample={sample} onUse={() => choose(newest)} />
  ) : null
}

type NewVersionProps = {
  readonly shown: Template
  readonly newest: Template
  readonly sample: CaptionTrack
  onUse(): void
}

function NewVersion({ shown, newest, sample, onUse }: NewVersionProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Notice
      tone="info"
      title={`New version of ${shown.name}`}
      actions={
        <>
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen((open) => !open)}
          >
            {isOpen ? 'Hide it' : 'See it'}
          </Button>
          <Button size="sm" variant="secondary" onClick={onUse}>
            Use it
          </Button>
        </>
      }
    >
      Your captions keep their version until you use the new one. You can undo it.
      <div id={id} hidden={!isOpen} className="mt-3 grid grid-cols-2 gap-2">
        {isOpen &&
          [
            { label: 'Now', template: shown },
            { label: 'New', template: newest },
          ].map(({ label, template }) => (
            <figure key={label} className="grid gap-1.5">
              <TemplatePreview template={template} sample={sample} />
              <figcaption>{label}</figcaption>
            </figure>
          ))}
      </div>
    </Notice>
  )
}

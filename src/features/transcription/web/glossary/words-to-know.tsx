import { useState } from 'react'
import { BookA } from 'lucide-react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { GlossaryDialog } from './glossary-dialog.tsx'
import { useGlossary } from './queries.ts'

/** How many words the glossary knows for the next captions, and the way to it. */
export function WordsToKnow({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useGlossary(projectId)
  const count = data === undefined ? 0 : data.account.length + data.video.length
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Button size="sm" icon={<BookA aria-hidden="true" />} onClick={() => setOpen(true)}>
        Words to know
      </Button>
      <span>
        {count === 0
          ? 'Names, brands and terms that are said in this video.'
          : `${pluralize(count, 'entry', 'entries')} in your glossary.`}
      </span>
      <GlossaryDialog projectId={projectId} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

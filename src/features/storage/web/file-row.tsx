import { Download, Film, Share } from 'lucide-react'
import { Link } from 'react-router'
import { buttonLook } from '#ui/button-look.ts'
import type { StoredFile } from '../model/contract.ts'
import { formatSize } from './size.ts'

/** One file: what it is, how large, since when, and what can be done with it. */
export function FileRow({ file: { kind, title, projectId, sizeBytes, createdAt, download } }: { file: StoredFile }) {
  const Icon = kind === 'video' ? Film : Share
  return (
    <li className="flex items-center gap-4 border-b border-border py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-faint" />
      <div className="grid min-w-0 grow gap-0.5">
        <Link to={`/projects/${projectId}`} className="truncate font-medium hover:text-accent-text">
          {title}
        </Link>
        <p className="tabular flex flex-wrap gap-x-3 text-sm text-faint">
          <span>{kind === 'video' ? 'Video' : 'Export'}</span>
          <span>{formatSize(sizeBytes)}</span>
          <time dateTime={createdAt}>{DATE.format(new Date(createdAt))}</time>
        </p>
      </div>
      {download !== null && (
        <a href={download} download className={buttonLook({ variant: 'ghost' })}>
          <Download aria-hidden="true" />
          <span className="max-sm:sr-only">Download</span>
        </a>
      )}
    </li>
  )
}

const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

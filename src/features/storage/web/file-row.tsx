import { Download, Ellipsis, Film, Pencil, Share, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import type { StoredFile } from '../model/contract.ts'

/** The actions on a file. */
export type FileActions = {
  onDownload: (file: StoredFile) => void
  onRename: (file: StoredFile) => void
  onDelete: (file: StoredFile) => void
}

type FileRowProps = FileActions & {
  file: StoredFile
  selected: boolean
  /** @param range whether to include everything since the last click */
  onSelect: (id: string, range: boolean) => void
}

/** A file with its kind, size, dates and actions. */
export function FileRow({ file, selected, onSelect, ...actions }: FileRowProps) {
  const { id, kind, title, projectId } = file
  const Icon = kind === 'video' ? Film : Share
  const name = nameOf(file)
  return (
    <li
      className={classNames(
        'flex items-center gap-2 border-b border-border py-2.5 pr-1 transition-colors sm:gap-3',
        selected && 'bg-hover',
      )}
    >
      <Checkbox
        hideLabel
        label={`Select ${name}`}
        checked={selected}
        onChange={({ nativeEvent }) => onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <Icon aria-hidden="true" className="size-5 shrink-0 text-faint max-sm:hidden" />
      <div className="grid min-w-0 grow gap-0.5">
        <Link
          to={`/projects/${projectId}`}
          dir="auto"
          className="truncate text-left font-medium hover:text-accent-text"
        >
          {title}
        </Link>
        <Facts file={file} />
        {file.captions.length > 0 && <Captions file={file} />}
      </div>
      <IconButton
        label={`Download ${name}`}
        icon={<Download aria-hidden="true" />}
        className="max-sm:hidden"
        onClick={() => actions.onDownload(file)}
      />
      <RowMenu file={file} name={name} {...actions} />
    </li>
  )
}

function Facts({ file: { kind, sizeBytes, createdAt, expiresAt } }: { file: StoredFile }) {
  return (
    <p className="tabular flex flex-wrap gap-x-3 text-sm text-faint">
      <span>{kind === 'video' ? 'Video' : 'Export'}</span>
      <span>{formatBytes(sizeBytes)}</span>
      <time dateTime={createdAt}>{formatShortDay(createdAt)}</time>
      {expiresAt !== null && (
        <span className="text-muted">
          Stored until <time dateTime={expiresAt}>{formatShortDay(expiresAt)}</time>
        </span>
      )}
    </p>
  )
}

/** Caption files are generated on download. */
function Captions({ file: { title, captions } }: { file: StoredFile }) {
  return (
    <p className="tabular flex flex-wrap gap-x-3 text-sm text-faint">
      <span>Captions</span>
      {captions.map(({ format, sizeBytes, download }) => (
        <a
          key={format}
          href={download}
          download
          aria-label={`Download the ${format} captions of ${title}, ${formatBytes(sizeBytes)}`}
          className="hit-target text-muted underline decoration-border-strong underline-offset-2 hover:text-accent-text"
        >
          {format} <span className="text-faint">{formatBytes(sizeBytes)}</span>
        </a>
      ))}
    </p>
  )
}

function RowMenu({ file, name, onDownload, onRename, onDelete }: FileActions & { file: StoredFile; name: string }) {
  return (
    <Menu
      label={`Actions for ${name}`}
      align="end"
      renderTrigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={`Actions for ${name}`}
          className={buttonClass({ variant: 'ghost', className: 'aspect-square px-0!' })}
        >
          <Ellipsis aria-hidden="true" />
        </button>
      )}
    >
      <MenuItem icon={<Download aria-hidden="true" />} onSelect={() => onDownload(file)}>
        Download
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onRename(file)}>
        Rename
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => onDelete(file)}>
        Delete
      </MenuItem>
    </Menu>
  )
}

/** A video and its exports share a title; screen readers need to tell them apart. */
function nameOf({ kind, title }: StoredFile): string {
  return kind === 'video' ? title : `${title}, export`
}

import type { EditorProps } from '../slots.ts'

/** The title of the video, whose it is, and the buttons beside it. */
export function EditorTitle({
  title,
  ownerName = null,
  titleActions,
}: Pick<EditorProps, 'title' | 'ownerName' | 'titleActions'>) {
  return (
    <>
      <div className="min-w-0 leading-tight">
        <h1 dir="auto" className="truncate text-left text-base leading-tight">
          {title}
        </h1>
        {ownerName !== null && (
          <p className="truncate text-xs text-faint">
            By <bdi>{ownerName}</bdi>
          </p>
        )}
      </div>
      {titleActions !== undefined && (
        <div className="flex shrink-0 max-sm:not-has-[dialog[open]]:hidden">{titleActions}</div>
      )}
    </>
  )
}

import { type ProjectPerson, splitMentions } from '../model/mentions.ts'

/** Only addresses of the web become links; the rest of a comment is text. */
const ADDRESS = /https?:\/\/[^\s<>"]+/g

/** The plain text of a comment with its line breaks, mentions and links. */
export function CommentText({ text, people }: { text: string; people: readonly ProjectPerson[] }) {
  return (
    <p dir="auto" className="comment-body text-sm wrap-anywhere">
      {splitMentions(text, people).map(({ text: part, person }, at) =>
        person === undefined ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
          <Linked key={at} text={part} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- likewise
          <span key={at} className="rounded-sm bg-accent-soft px-0.5 font-medium">
            {part}
          </span>
        ),
      )}
    </p>
  )
}

function Linked({ text }: { text: string }) {
  const links = [...text.matchAll(ADDRESS)]
  const rest = text.split(ADDRESS)
  return rest.map((before, at) => {
    const address = links[at]?.[0]
    return (
      // oxlint-disable-next-line react/no-array-index-key -- likewise
      <span key={at}>
        {before}
        {address !== undefined && (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-accent-text underline underline-offset-2"
          >
            {address}
          </a>
        )}
      </span>
    )
  })
}

/** Text that a suggestion removes or replaces; nothing without any. */
export function RemovedText({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined) return null
  return (
    <del className="mx-0.5 rounded-sm bg-error/12 px-0.5 break-all text-error line-through decoration-1 select-none">
      {text}
    </del>
  )
}

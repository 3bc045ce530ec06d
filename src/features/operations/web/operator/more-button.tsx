import { Button } from '#ui/button.tsx'

/** Asks for the next page of a list, while there is one. */
export function MoreButton({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> }
}) {
  if (!pages.hasNextPage) return null
  return (
    <Button className="mt-4" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      Show more
    </Button>
  )
}

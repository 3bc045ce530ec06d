import { Button } from '#ui/button.tsx'

/** Loads the next page of a list, if there is one. */
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

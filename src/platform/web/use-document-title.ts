import { useEffect } from 'react'

/** Sets the browser tab's title while mounted, for example "43% · Uploading"; undefined leaves it alone. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const before = document.title
    document.title = title
    return () => {
      // Only our own text is restored; a navigation may have set the next page's title already.
      if (document.title === title) document.title = before
    }
  }, [title])
}

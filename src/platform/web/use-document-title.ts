import { useEffect } from 'react'

/** Shows live news (for example "43% · Uploading") in the browser tab while it is there; undefined leaves the title alone. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const before = document.title
    document.title = title
    return () => {
      // Only our own text is taken back; a navigation may have set the next page's title already.
      if (document.title === title) document.title = before
    }
  }, [title])
}

import { z } from 'zod'

const STORED_AS = 'recent-templates'
const Ids = z.array(z.string()).max(100)
/** The most that are kept: two rows of the wide picker. */
const MOST = 12

/** The ids of the templates chosen last in this browser, newest first; none if storage is blocked. */
export function recentTemplates(): readonly string[] {
  try {
    const stored = Ids.safeParse(JSON.parse(localStorage.getItem(STORED_AS) ?? 'null'))
    return stored.success ? stored.data : []
  } catch (error) {
    // The browser's settings may block storage, and a person may have changed the text in it.
    if (error instanceof DOMException || error instanceof SyntaxError) return []
    throw error
  }
}

/** Puts a template first among the recent ones. */
export function noteRecentTemplate(id: string): void {
  const recent = [id, ...recentTemplates().filter((other) => other !== id)].slice(0, MOST)
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(recent))
  } catch (error) {
    // Storage is full or blocked: the list stays as it was.
    if (!(error instanceof DOMException)) throw error
  }
}

import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { useFontsChanged } from './queries.ts'
import { sendFont } from './send-font.ts'

/** Adds fonts one after another. */
export function useSendFonts() {
  const changed = useFontsChanged()
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(files: readonly File[]): Promise<void> {
    setProblem(null)
    try {
      for (const file of files) {
        setSending({ name: file.name, share: 0 })
        await sendFont(file, (share) => setSending({ name: file.name, share }))
      }
    } catch (error) {
      setProblem(asAppError(error).message)
    } finally {
      setSending(null)
      await changed()
    }
  }

  return { sending, problem, send }
}

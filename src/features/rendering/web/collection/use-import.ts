import { useCallback, useState } from 'react'
import { type LookActions, readChosenTemplate, useLookActions } from '#features/templates/web/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'

/** Imports template files into the looks of the account, one after another. A refused file does not stop the others. */
export function useImport() {
  const { save } = useLookActions()
  const [isImporting, setIsImporting] = useState(false)
  const importFiles = useCallback(
    async (files: readonly File[]) => {
      setIsImporting(true)
      try {
        for (const file of files) await importFile(file, save)
      } finally {
        setIsImporting(false)
      }
    },
    [save],
  )
  return { importFiles, isImporting }
}

async function importFile(file: File, save: LookActions['save']): Promise<void> {
  try {
    const { name } = await save({ ...(await readChosenTemplate(file)), mayNumber: true })
    toast.success(`Imported “${name}”.`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    toast.error(error.message, { title: file.name })
  }
}

import { useState } from 'react'
import { allows } from '#features/collaboration/model/index.ts'
import { GlossaryDialog, GlossaryOffer } from '#features/transcription/web/index.ts'
import { withoutPunctuation } from '#features/transcription/model/index.ts'
import { wordIndex } from '../../model/index.ts'
import { correctionsSignature } from '../store/corrections-signature.ts'
import { useActions, useEditor } from '../store/editor-context.ts'

/** The glossary for the selected word, and the offer of a repeated correction. */
export function WordGlossary({ projectId }: { projectId: string }) {
  const { openGlossary } = useActions()
  const access = useEditor((state) => state.access)
  const word = useEditor(({ doc, glossaryOf }) => doc.words[wordIndex(doc, glossaryOf ?? '')])
  const version = useCorrectionsVersion()
  if (!allows(access, 'edit')) return null
  const text = withoutPunctuation(word?.text ?? '')
  return (
    <>
      <GlossaryOffer projectId={projectId} isOwner={access === 'owner'} version={version} />
      <GlossaryDialog
        projectId={projectId}
        open={word !== undefined}
        first={{ heard: withoutPunctuation(word?.raw ?? '').toLowerCase(), write: text }}
        onClose={() => {
          openGlossary(null)
          focusWord(word?.id)
        }}
      />
    </>
  )
}

/** Returns the focus to the word, since the menu that opened the window is gone. */
function focusWord(id = '') {
  document.querySelector<HTMLElement>(`[data-word="${CSS.escape(id)}"]`)?.focus()
}

/** Counts how often the corrected words of the saved captions have changed since the editor opened. */
function useCorrectionsVersion(): number {
  const isOpening = useEditor((state) => state.isOpening)
  const signature = useEditor(({ saved }) => correctionsSignature(saved))
  const [known, setKnown] = useState({ signature, isOpening, version: 0 })
  if (known.signature !== signature || known.isOpening !== isOpening) {
    // Loading the rest of the captions corrects nothing.
    const version = known.isOpening ? known.version : known.version + 1
    setKnown({ signature, isOpening, version })
  }
  return known.version
}

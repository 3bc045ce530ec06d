import type { ComponentProps } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Editor } from '#features/captions/web/index.ts'
import type { CaptionServer } from './captions.ts'
import { Site } from './web.tsx'

/** Renders the editor of "My clip"; `o` overrides its other props. */
export function showEditor(api: CaptionServer, o: Partial<ComponentProps<typeof Editor>> = {}) {
  return render(editorOf(api, o))
}

/** The same editor, to render it again with other props. */
export function editorOf(api: CaptionServer, o: Partial<ComponentProps<typeof Editor>> = {}) {
  return (
    <Site path="/">
      <Editor
        projectId="p"
        title="My clip"
        source={null}
        poster={null}
        api={api}
        preview={() => null}
        templatePicker={() => null}
        fontName={({ family }) => family}
        exportPanel={() => null}
        comments={() => null}
        commentMarks={() => null}
        {...o}
      />
    </Site>
  )
}

/** The transcript words with this text; each is a button. */
export function word(said: string, exact = false) {
  return page.getByRole('list', { name: 'Transcript' }).getByRole('button', { name: said, exact })
}

/** The server's state after sending edits: reconnecting sends at once what would otherwise be debounced. */
export function sent<Value>(read: () => Value) {
  dispatchEvent(new Event('online'))
  return eventually(read)
}

/** A condition that holds after edits are debounced and sent: more than a second on a busy machine. */
export function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 10_000 })
}

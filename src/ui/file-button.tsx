import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

/** Props of {@link FileButton}. */
export type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  accept: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}

/** A button that opens the system's file picker; on a phone, the photo library too. */
export function FileButton({ accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Choosing the same file again must count as a choice.
          currentTarget.value = ''
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}

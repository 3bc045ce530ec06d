import { TextField } from '#ui/text-field.tsx'

/** A search that starts with Enter, so that it does not run for every key. */
export function SearchField(props: {
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
  /** Default: 100. */
  maxLength?: number
}) {
  const { label, placeholder, value, onSearch, maxLength = 100 } = props
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const entered = new FormData(event.currentTarget).get('search')
        onSearch(typeof entered === 'string' ? entered.trim() : '')
      }}
    >
      <TextField
        key={value}
        name="search"
        type="search"
        label={label}
        placeholder={placeholder}
        autoCapitalize="none"
        enterKeyHint="search"
        maxLength={maxLength}
        defaultValue={value}
      />
    </form>
  )
}

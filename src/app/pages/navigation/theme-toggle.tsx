import { Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '#platform/web/theme.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** Switches between light and dark. */
export function ThemeToggle() {
  const theme = useTheme()
  const mounted = useMounted()
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <IconButton
      // Only the browser knows the theme: the button looks neutral until hydration.
      label={mounted ? `Switch to ${other} theme` : 'Switch theme'}
      icon={<Icon className={mounted ? undefined : 'opacity-0'} />}
      onClick={() => chooseTheme(other)}
    />
  )
}

# Shared by the commands in bin. Source it from the project's root.
# Everything here is idempotent.

APT="-y -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 --no-install-recommends"
MIN_NODE_TO_BEGIN=18

say() { printf '%s\n' "$*"; }
stop_with() { printf '\n%s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# check_arguments COMMANDS OPTIONS ARGUMENT…: with --help prints USAGE and exits 0; with a first word that is none of the
# COMMANDS, or an option that is none of the OPTIONS, prints it and exits 2. COMMANDS is * if the first word is a folder;
# an option that takes a value is written --option=value. Runs before anything is installed.
check_arguments() {
  local commands=" $1 " options=" $2 " argument command=""; shift 2
  for argument in "$@"; do
    case "$argument" in --help | -h) say "$USAGE"; exit 0 ;; esac
  done
  for argument in "$@"; do
    case "$argument" in
      -*) [[ "$options" == *" ${argument%%=*} "* ]] || reject_argument "Unknown option: $argument" ;;
      *)
        [ -n "$command" ] || [ "$commands" = " * " ] || [[ "$commands" == *" $argument "* ]] || reject_argument "Unknown command: $argument"
        command="$argument"
        ;;
    esac
  done
}

reject_argument() { printf '%s\n\n%s\n' "$1" "$USAGE" >&2; exit 2; }

# as_root COMMAND…: runs it as root if that needs no password, else fails.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif has sudo && sudo -n true 2>/dev/null; then sudo -n "$@"
  else return 1
  fi
}

can_be_root() { [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }

# need_packages PURPOSE PACKAGE…: installs missing Debian packages, or stops and lists them.
need_packages() {
  local purpose="$1"; shift
  has dpkg-query || { need_programs "$purpose" "$@"; return; }
  local missing
  missing="$(missing_packages "$@")"
  [ -z "$missing" ] && return
  if ! can_be_root; then
    # Another package may provide the same program; missing fonts only affect the picture.
    programs_missing "$@" >/dev/null || stop_with "Missing for $purpose: $missing
Install them with:
  sudo apt-get update && sudo apt-get install -y $missing
and start again."
    say "Not installed, for lack of rights: $missing. Some scripts may be drawn in other fonts."
    return
  fi
  say "Installing for $purpose: $missing"
  # shellcheck disable=SC2086
  apt_get install $APT $missing >/dev/null 2>&1 || { apt_get update -qq && apt_get install $APT $missing >/dev/null; } ||
    stop_with "apt-get could not install: $missing"
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }

missing_packages() {
  local package missing=""
  for package in "$@"; do
    case "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" in
      installed) ;;
      *) missing="$missing $package" ;;
    esac
  done
  printf '%s' "${missing# }"
}

# programs_missing PACKAGE…: prints the programs of these packages that are not on the path; succeeds if there are none.
programs_missing() {
  local package program missing=""
  for package in "$@"; do
    for program in $(programs_of "$package"); do
      has "$program" || missing="$missing $program"
    done
  done
  printf '%s' "${missing# }"
  [ -z "$missing" ]
}

programs_of() {
  case "$1" in
    ffmpeg) echo ffmpeg ffprobe ;;
    bubblewrap) echo bwrap ;;
    pocketsphinx) echo pocketsphinx_continuous ;;
    espeak-ng | flite | festival | chromium) echo "$1" ;;
    opentype-sanitizer) echo ots-sanitize ;;
    # Debian's name; elsewhere set CHROMIUM_PATH to a browser.
    chromium-headless-shell) [ -n "${CHROMIUM_PATH:-}" ] || echo "$1" ;;
    # An S3-compatible store. Its services stay off: they start only with settings in /etc/swift, which no package contains.
    swift-proxy | swift-account | swift-container | swift-object) echo "$1-server" ;;
  esac
}

# On a system without dpkg nothing is installed: the programs must be there.
need_programs() {
  local purpose="$1" missing; shift
  missing="$(programs_missing "$@")" && return
  stop_with "Missing for $purpose: $missing
This system is not Debian or a relative of it, so install them yourself:
  Fedora        sudo dnf install ffmpeg bubblewrap pocketsphinx espeak-ng google-noto-emoji-color-fonts google-noto-sans-cjk-fonts
  Arch          sudo pacman -S ffmpeg bubblewrap espeak-ng noto-fonts noto-fonts-cjk noto-fonts-emoji  (pocketsphinx: AUR)
  macOS         brew install ffmpeg espeak-ng cmu-pocketsphinx  (no bubblewrap there: set ALLOW_UNSANDBOXED_MEDIA=true)
or run it in a Debian 12 container."
}

# need_node_modules: npm packages exactly as locked, Node 24 among them, and that Node first on the path.
need_node_modules() {
  local wanted
  wanted="$(cat package-lock.json package.json .npmrc | hash_of) $(uname -sm)"
  if [ "$(cat node_modules/.installed 2>/dev/null || true)" != "$wanted" ] || ! own_node_works; then
    need_some_node
    say "Installing npm packages (about 500 MB, once) …"
    # Not `npm ci`: it rejects a lockfile without the builds of native packages for every other
    # system, and no single machine can list them all. The locked versions are still installed.
    try_thrice npm install --no-save --no-audit --no-fund --no-update-notifier --loglevel=error || stop_with "npm could not install the packages; is the network there?"
    complete_own_node
    printf '%s' "$wanted" > node_modules/.installed
  fi
  PATH="$PWD/node_modules/.bin:$PATH"
  # The compile cache saves half a second at each start.
  NODE_COMPILE_CACHE="$PWD/.cache/node"
  export PATH NODE_COMPILE_CACHE
}

# The bootstrap Node: any that can run npm. The product runs on the one that npm then installs.
need_some_node() {
  if ! some_node_works && has apt-get && can_be_root; then
    say "Installing Node.js and npm to begin with"
    # shellcheck disable=SC2086
    apt_get update -qq && apt_get install $APT nodejs npm >/dev/null || true
  fi
  some_node_works || stop_with "Node.js $MIN_NODE_TO_BEGIN or newer and npm are needed to begin with. Get them with:
  Debian, Ubuntu   sudo apt-get install nodejs npm
  others           https://nodejs.org/en/download
and start again."
}

some_node_works() {
  has npm && has node && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge "$MIN_NODE_TO_BEGIN" ]
}

own_node_works() { [ -x node_modules/.bin/node ] && node_modules/.bin/node -e 0 2>/dev/null; }

# run_module MODULE ARGUMENT…: becomes the process of a module. The hooks save up to a third of the processor time of its start.
run_module() { exec node --import ./src/app/process/import-hooks.ts "$@"; }

# The package `node` fetches its binary in an install script, which npm may be configured not to run.
complete_own_node() {
  own_node_works && return
  (cd node_modules/node && try_thrice node installArchSpecificPackage) >/dev/null 2>&1
  mkdir -p node_modules/.bin
  [ -e node_modules/.bin/node ] || ln -s ../node/bin/node node_modules/.bin/node
  own_node_works || stop_with "Node 24 could not be installed into node_modules."
}

try_thrice() { "$@" || { sleep 2; "$@"; } || { sleep 5; "$@"; }; }

# build_pages: builds the web pages if a source changed since the last complete build.
build_pages() {
  pages_are_built && return
  local wanted
  wanted="$(pages_hash)"
  say "Building the pages …"
  rm -f build/.built-from
  NODE_ENV=production vite build --app --logLevel warn > .cache/build.log 2>&1 || { cat .cache/build.log >&2; stop_with "The pages could not be built."; }
  printf '%s' "$wanted" > build/.built-from
}

pages_are_built() { [ "$(cat build/.built-from 2>/dev/null || true)" = "$(pages_hash)" ] && [ -e build/server/index.js ]; }

# Server code and tests run without a build.
pages_hash() {
  mkdir -p .cache
  {
    find src -type f ! -path '*/server/*' ! -name '*.test.ts' ! -name '*.test.tsx' -print
    ls vite.config.ts tsconfig.json package-lock.json CHANGELOG.md
    [ ! -d public ] || find public -type f -print
  } | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat | hash_of
}

hash_of() { if has sha256sum; then sha256sum; else shasum -a 256; fi | cut -c1-64; }

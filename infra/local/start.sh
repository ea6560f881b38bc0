# `npm start`. It runs before anything is installed, so it loads nothing.
[ -d node_modules/zod ] || { echo 'Run npm install first.' >&2; exit 1; }
case $(node -v) in v2[4-9].*) ;; *) false ;; esac || { echo 'Node 24 is not installed here. Run npm install --include=dev, with install scripts enabled.' >&2; exit 1; }
NODE_COMPILE_CACHE=dist/compiled exec node infra/local/serve.ts

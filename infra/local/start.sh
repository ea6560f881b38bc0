# `npm start`. It runs before anything is installed, so it loads nothing.
[ -d node_modules/zod ] || { echo 'Run npm install first.' >&2; exit 1; }
NODE_COMPILE_CACHE=dist/compiled exec node infra/local/serve.ts

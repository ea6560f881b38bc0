import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { client, platformClient, type StoreClient } from '../../../apps/client/client.ts';
import { newTenant } from '../../support/actors.ts';
import { aFaultyProxy, changing } from '../../support/faultyServer.ts';
import { root, run } from '../../support/run.ts';
import { type Service, startService, stopService } from '../../support/service.ts';

/** Generators and what they need, fetched once. */
const tools = `${root}.generators`;
const programs = `${root}test/apps/reference/clients`;
const folders = [`${tools}/python/bin`, `${tools}/node_modules/.bin`, tools, `${root}node_modules/.bin`];
const PATH = [...folders, process.env.PATH].join(':');

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));

/** Commands that run once in the folder of the tools, and the file that the last one leaves there. */
const fetches = {
  python: [
    'python/bin/openapi-python-client',
    'python3 -m venv python',
    'pip install -q openapi-python-client==0.29.1 ruff==0.14.6 urllib3==2.5.0 pydantic==2.12.4 python-dateutil==2.9.0.post0',
  ],
  jar: [
    'openapi-generator-cli-7.25.0.jar',
    'mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory=.',
  ],
  oapiCodegen: ['oapi-codegen', 'go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
  node: [
    'node_modules/.bin/openapi-ts',
    'npm install --silent --no-save --prefix . openapi-typescript@7.13.0 openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3',
  ],
} satisfies Record<string, [file: string, ...commands: string[]]>;

const openApiGenerator = (language: string, output: string, options: string) =>
  `java -jar "$TOOLS"/openapi-generator-cli-7.25.0.jar generate -i "$TOOLS"/openapi.json -g ${language} -o ${output} --global-property=apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false ${options}`;
const goModule = [
  'go mod init clients',
  'go mod edit -require=github.com/oapi-codegen/runtime@v1.8.0 -require=gopkg.in/validator.v2@v2.0.1',
  'go mod tidy',
];
const typeScript = (program: string) => [
  `tsc --noEmit --strict --target es2022 --module esnext --moduleResolution bundler ${program}`,
  `esbuild ${program} --bundle --platform=node --format=esm --outfile=main.mjs`,
];

type Client = {
  name: string;
  needs: string[];
  uses: (keyof typeof fetches)[];
  program: string;
  /** Generates and compiles, in an empty folder that has the program. */
  commands: string[];
  start: string;
};

const clients: Client[] = [
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    uses: ['python'],
    program: 'openapi_python_client.py',
    commands: ['openapi-python-client generate --path "$TOOLS"/openapi.json --output-path shop --meta none --fail-on-warning'],
    start: 'python openapi_python_client.py',
  },
  {
    name: 'openapi-generator for Python',
    needs: ['python3', 'java', 'mvn'],
    uses: ['python', 'jar'],
    program: 'openapi_generator.py',
    commands: [
      openApiGenerator(
        'python',
        '.',
        '--additional-properties=packageName=shop,disallowAdditionalPropertiesIfNotPresent=false',
      ),
    ],
    start: 'python openapi_generator.py',
  },
  {
    name: 'openapi-generator for Java',
    needs: ['java', 'mvn'],
    uses: ['jar'],
    program: 'OpenApiGenerator.java',
    commands: [
      openApiGenerator(
        'java',
        '.',
        '--library=native --additional-properties=invokerPackage=shop,apiPackage=shop.api,modelPackage=shop.model',
      ),
      'mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath -Dmdep.includeScope=runtime',
      'javac -cp "target/classes:$(cat classpath)" -d target/classes OpenApiGenerator.java',
    ],
    start: 'java -cp "target/classes:$(cat classpath)" OpenApiGenerator',
  },
  {
    name: 'openapi-generator for Go',
    needs: ['java', 'mvn', 'go'],
    uses: ['jar'],
    program: 'openapi_generator.go',
    commands: [
      openApiGenerator(
        'go',
        'shop',
        '--additional-properties=packageName=shop,withGoMod=false,disallowAdditionalPropertiesIfNotPresent=false',
      ),
      ...goModule,
      'go build -o main openapi_generator.go',
    ],
    start: './main',
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    uses: ['oapiCodegen'],
    program: 'oapi_codegen.go',
    commands: [
      'mkdir shop',
      'oapi-codegen -generate types,client -package shop -o shop/shop.go "$TOOLS"/openapi.json',
      ...goModule,
      'go build -o main oapi_codegen.go',
    ],
    start: './main',
  },
  {
    name: 'openapi-typescript',
    needs: ['npm'],
    uses: ['node'],
    program: 'openapiFetch.mts',
    commands: ['openapi-typescript "$TOOLS"/openapi.json -o schema.d.ts', ...typeScript('openapiFetch.mts')],
    start: 'node main.mjs',
  },
  {
    name: '@hey-api/openapi-ts',
    needs: ['npm'],
    uses: ['node'],
    program: 'heyApi.mts',
    commands: ['openapi-ts -i "$TOOLS"/openapi.json -o hey', ...typeScript('heyApi.mts')],
    start: 'node main.mjs',
  },
];

let service: Service;
let store: StoreClient;
let url: string;
let key: string;

beforeAll(async () => {
  const PLATFORM_API_KEY = 'sp_live_of_generated_clients';
  service = await startService({ PLATFORM_API_KEY, LOG_LEVEL: 'error' });
  const platform = platformClient({ url: service.url, key: PLATFORM_API_KEY });
  const { id } = await platform.createTenant(newTenant());
  key = (await platform.issueKey({ id })).secret as string;
  store = client({ url: service.url, key });
  await store.putProduct({ sku: 'TEA', name: 'Tea', price: 1234567.89, stock: null });
  url = await aFaultyProxy(service.url, () => asLaterVersion);
  mkdirSync(tools, { recursive: true });
  writeFileSync(`${tools}/openapi.json`, await (await fetch(`${url}/openapi.json`)).text());
});

afterAll(() => stopService(service));

/** A later version of the service: its orders have one more field, and an unknown order has another error code. */
const asLaterVersion = changing((body) =>
  body.replace('"code":"not_found"', '"code":"gone_for_ever"').replace('"orders":{', '"orders":{"gift":true,'),
);

/** Runs a command. Its output is the error message if it fails. */
async function succeed(command: string, cwd: string) {
  const env = { PATH, TOOLS: tools, GOBIN: tools, GOFLAGS: '-mod=mod', STORE_URL: url, STORE_API_KEY: key };
  const { code, stdout, stderr } = await run(['sh', '-c', command], { cwd, env });
  if (code !== 0) throw new Error(`${command} exited with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

describe.each(clients)('a client by $name', ({ name, needs, uses, program, commands, start }) => {
  const missing = needs.filter((one) => !isInstalled(one));
  const testOf = missing.length > 0 ? test.skip : test;

  testOf(
    `places, pays, refunds and reads an order${missing.length > 0 ? `: needs ${missing.join(' and ')}` : ''}`,
    async () => {
      const folder = `${tools}/clients/${name.replace(/\W+/g, '-')}`;
      for (const use of uses) {
        const [file, ...commands] = fetches[use];
        for (const command of existsSync(`${tools}/${file}`) ? [] : commands) await succeed(command, tools);
      }
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      copyFileSync(`${programs}/${program}`, `${folder}/${program}`);
      for (const command of commands) await succeed(command, folder);
      const [number, ...read] = JSON.parse(await succeed(start, folder));
      expect(read).toEqual([true, 1234567.89, 1234567.89, 'gone_for_ever']);
      const { payments } = await store.getOrder({ number });
      expect(payments.map(({ total }) => total)).toEqual([1234567.89, -1234567.89]);
    },
  );
});

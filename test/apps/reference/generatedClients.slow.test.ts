import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root, run } from '../../support/run.ts';
import { type Service, startService, stopService } from '../../support/service.ts';

/** Generators and what they need, fetched once. */
const tools = `${root}.generators`;
const programs = `${root}test/apps/reference/clients`;
const jar = `${tools}/openapi-generator-cli-7.25.0.jar`;
const python = `${tools}/python/bin`;
const node = `${tools}/node_modules/.bin`;

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));

const fetches = {
  python: {
    target: `${python}/openapi-python-client`,
    commands: [
      ['python3', '-m', 'venv', `${tools}/python`],
      [
        `${python}/pip`,
        'install',
        '-q',
        'openapi-python-client==0.29.1',
        'ruff==0.14.6',
        'urllib3==2.5.0',
        'pydantic==2.12.4',
        'python-dateutil==2.9.0.post0',
      ],
    ],
  },
  jar: {
    target: jar,
    commands: [
      [
        'mvn',
        '-q',
        '-B',
        'dependency:copy',
        '-Dartifact=org.openapitools:openapi-generator-cli:7.25.0',
        `-DoutputDirectory=${tools}`,
      ],
    ],
  },
  oapiCodegen: {
    target: `${tools}/oapi-codegen`,
    commands: [['go', 'install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2']],
  },
  node: {
    target: `${node}/openapi-ts`,
    commands: [
      [
        'npm',
        'install',
        '--silent',
        '--no-save',
        '--prefix',
        tools,
        'openapi-typescript@7.13.0',
        'openapi-fetch@0.17.0',
        '@hey-api/openapi-ts@0.99.0',
        'typescript@5.9.3',
      ],
    ],
  },
};

const document = `${tools}/openapi.json`;

const openApiGenerator = (language: string, output: string, ...options: string[]) => [
  'java',
  '-jar',
  jar,
  'generate',
  '-i',
  document,
  '-g',
  language,
  '-o',
  output,
  '--global-property=apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
  ...options,
];
const goModule = [
  ['go', 'mod', 'init', 'clients'],
  ['go', 'mod', 'edit', '-require=github.com/oapi-codegen/runtime@v1.8.0', '-require=gopkg.in/validator.v2@v2.0.1'],
  ['go', 'mod', 'tidy'],
];
const typeScript = (program: string) => [
  [`${node}/tsc`, '--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', program],
  [`${root}node_modules/.bin/esbuild`, program, '--bundle', '--platform=node', '--format=esm', '--outfile=main.mjs'],
];

type Client = {
  name: string;
  needs: string[];
  uses: (keyof typeof fetches)[];
  program: string;
  /** Generates and compiles, in an empty folder that has the program. */
  commands: string[][];
  start: string[];
};

const clients: Client[] = [
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    uses: ['python'],
    program: 'openapi_python_client.py',
    commands: [
      [
        `${python}/openapi-python-client`,
        'generate',
        '--path',
        document,
        '--output-path',
        'shop',
        '--meta',
        'none',
        '--fail-on-warning',
      ],
    ],
    start: [`${python}/python`, 'openapi_python_client.py'],
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
    start: [`${python}/python`, 'openapi_generator.py'],
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
        '--library=native',
        '--additional-properties=invokerPackage=shop,apiPackage=shop.api,modelPackage=shop.model',
      ),
      [
        'mvn',
        '-q',
        '-B',
        'compile',
        'dependency:build-classpath',
        '-Dmdep.outputFile=classpath',
        '-Dmdep.includeScope=runtime',
      ],
      ['sh', '-c', 'javac -cp "target/classes:$(cat classpath)" -d target/classes OpenApiGenerator.java'],
    ],
    start: ['sh', '-c', 'java -cp "target/classes:$(cat classpath)" OpenApiGenerator'],
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
      ['go', 'build', '-o', 'main', 'openapi_generator.go'],
    ],
    start: ['./main'],
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    uses: ['oapiCodegen'],
    program: 'oapi_codegen.go',
    commands: [
      ['mkdir', 'shop'],
      [`${tools}/oapi-codegen`, '-generate', 'types,client', '-package', 'shop', '-o', 'shop/shop.go', document],
      ...goModule,
      ['go', 'build', '-o', 'main', 'oapi_codegen.go'],
    ],
    start: ['./main'],
  },
  {
    name: 'openapi-typescript',
    needs: ['npm'],
    uses: ['node'],
    program: 'openapiFetch.mts',
    commands: [[`${node}/openapi-typescript`, document, '-o', 'schema.d.ts'], ...typeScript('openapiFetch.mts')],
    start: [process.execPath, 'main.mjs'],
  },
  {
    name: '@hey-api/openapi-ts',
    needs: ['npm'],
    uses: ['node'],
    program: 'heyApi.mts',
    commands: [[`${node}/openapi-ts`, '-i', document, '-o', 'hey'], ...typeScript('heyApi.mts')],
    start: [process.execPath, 'main.mjs'],
  },
];

// biome-ignore lint/suspicious/noExplicitAny: the payload of any operation
type Answer = { payload: any };

let service: Service;
let later: Server;
let url: string;
let key: string;

const send = async (method: string, path: string, as: string, body: object) => {
  const headers = { 'X-API-KEY': as, 'Content-Type': 'application/json' };
  const response = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) });
  expect([path, response.ok]).toEqual([path, true]);
  return ((await response.json()) as Answer).payload;
};

beforeAll(async () => {
  const PLATFORM_API_KEY = 'sp_live_of_generated_clients';
  service = await startService({ PLATFORM_API_KEY, LOG_LEVEL: 'error' });
  const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+4930123456' };
  const body = { name: 'clients', country: 'DE', timezone: 'Europe/Berlin', owner };
  const { tenant } = await send('POST', '/v1/platform/tenant/', PLATFORM_API_KEY, body);
  key = (await send('POST', `/v1/platform/tenant/${tenant.id}/key/`, PLATFORM_API_KEY, {})).secret;
  await send('PUT', '/v1/management/product/TEA', key, { name: 'Tea', price: 1234567.89, stock: null });
  later = await startLaterVersion();
  url = `http://127.0.0.1:${(later.address() as AddressInfo).port}`;
  mkdirSync(tools, { recursive: true });
  writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
}, 60_000);

afterAll(async () => {
  later.close();
  await stopService(service);
});

/** A later version of the service: its orders have one more field, and an unknown order has another error code. */
async function startLaterVersion() {
  const server = createServer(async (incoming, outgoing) => {
    const { 'x-api-key': as = '', 'content-type': type } = incoming.headers as Record<string, string>;
    const headers = { 'X-API-KEY': as, ...(type && { 'Content-Type': type }) };
    const body = Buffer.concat(await incoming.toArray());
    const isSent = incoming.method !== 'GET';
    const response = await fetch(`${service.url}${incoming.url}`, {
      method: incoming.method as string,
      headers,
      ...(isSent && { body }),
    });
    const text = (await response.text())
      .replace('"code":"not_found"', '"code":"gone_for_ever"')
      .replace('"orders":{', '"orders":{"gift":true,');
    outgoing.writeHead(response.status, { 'Content-Type': 'application/json' }).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

/** Runs a command. Its output is the error message if it fails. */
async function succeed(command: string[], cwd: string) {
  const env = { PATH: `${python}:${process.env.PATH}`, GOBIN: tools, GOFLAGS: '-mod=mod', STORE_URL: url, STORE_API_KEY: key };
  const { code, stdout, stderr } = await run(command, { cwd, env });
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}:\n${stdout}${stderr}`);
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
        const { target, commands } = fetches[use];
        for (const command of existsSync(target) ? [] : commands) await succeed(command, tools);
      }
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      copyFileSync(`${programs}/${program}`, `${folder}/${program}`);
      for (const command of commands) await succeed(command, folder);
      const [number, ...read] = JSON.parse(await succeed(start, folder));
      expect(read).toEqual([true, 1234567.89, 1234567.89, 'gone_for_ever']);
      const response = await fetch(`${service.url}/v1/management/order/${number}`, { headers: { 'X-API-KEY': key } });
      const { payments } = ((await response.json()) as Answer).payload.orders;
      expect(payments.map(({ total }: { total: number }) => total)).toEqual([1234567.89, -1234567.89]);
    },
    300_000,
  );
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const modules = resolve(import.meta.dirname, '../../node_modules');

const core = '@smithy/core/dist-es/submodules';

/** The client reads its settings from the environment; Lambda has no configuration files. */
const loadConfig = `export const loadConfig = ({ environmentVariableSelector: select, default: value }) => async () =>
  select(process.env, {}) ?? (typeof value === 'function' ? value() : value);`;

/** Replaces the rules for custom networks, and a list of all regions. */
export const regionalEndpoint = (service: string) => `
const suffixes = { cn: 'amazonaws.com.cn', eusc: 'amazonaws.eu' };
export const defaultEndpointResolver = ({ Endpoint, Region, UseFIPS, UseDualStack }) => {
  if (UseFIPS || UseDualStack) throw new Error('AWS_USE_FIPS_ENDPOINT and AWS_USE_DUALSTACK_ENDPOINT are not supported. Unset them, and set AWS_ENDPOINT_URL_<SERVICE>');
  const suffix = suffixes[Region?.split('-')[0]] ?? 'amazonaws.com';
  return { url: new URL(Endpoint ?? \`https://${service}.\${Region}.\${suffix}\`), properties: {}, headers: {} };
};`;

const userAgent = `export const createDefaultUserAgentProvider = ({ serviceId, clientVersion }) => async () => [
  ['aws-sdk-js', clientVersion],
  ['ua', '2.1'],
  ['os/linux'],
  ['lang/js'],
  ['md/nodejs', process.versions.node],
  [\`api/\${serviceId}\`, clientVersion],
];
export const defaultUserAgent = createDefaultUserAgentProvider;
export const crtAvailability = {};`;

/**
 * Files of the SDK that functions on Lambda do not need, and what replaces them. esbuild fails if code imports a name that a
 * replacement lacks.
 */
const replacements: Record<string, string> = {
  [`${core}/config/node-config-provider/configLoader.js`]: loadConfig,
  [`${core}/config/config-resolver/regionConfig/getInstanceMetadataRegion.js`]:
    'export const getInstanceMetadataRegion = async () => undefined;',
  '@aws-sdk/client-dynamodb/dist-es/endpoint/endpointResolver.js': regionalEndpoint('dynamodb'),
  '@aws-sdk/client-sqs/dist-es/endpoint/endpointResolver.js': regionalEndpoint('sqs'),
  '@aws-sdk/client-secrets-manager/dist-es/endpoint/endpointResolver.js': regionalEndpoint('secretsmanager'),
  '@aws-sdk/core/dist-es/submodules/client/util-endpoints/lib/aws/partitions.js':
    'export const partitionsInfo = { partitions: [] };',
  // Only for endpoint discovery, retries in adaptive mode, and event streams, which we do not use.
  '@aws-sdk/endpoint-cache/dist-es/EndpointCache.js': 'export class EndpointCache {}',
  [`${core}/retry/util-retry/AdaptiveRetryStrategy.js`]: 'export class AdaptiveRetryStrategy {}',
  '@smithy/signature-v4/dist-es/HeaderFormatter.js': 'export class HeaderFormatter {}',
  [`${core}/config/defaults-mode/resolveDefaultsModeConfig.js`]:
    "export const resolveDefaultsModeConfig = () => async () => 'legacy';",
  [`${core}/endpoints/middleware-endpoint/service-customizations/index.js`]: 'export const resolveParamsForS3 = undefined;',
  '@aws-sdk/lib-dynamodb/dist-es/pagination/index.js': '',
  '@aws-sdk/core/dist-es/submodules/client/emitWarningIfUnsupportedVersion.js':
    'export const emitWarningIfUnsupportedVersion = () => {}; export const state = {};',
  '@aws-sdk/core/dist-es/submodules/client/middleware-user-agent/check-features.js':
    'export const checkFeatures = async () => {};',
  // Our clients have no logger.
  '@aws-sdk/core/dist-es/submodules/client/middleware-logger/loggerMiddleware.js':
    'export const loggerMiddleware = undefined, loggerMiddlewareOptions = undefined; ' +
    'export const getLoggerPlugin = () => ({ applyToStack: () => {} });',
  // The environment has the trace of the current request, as long as an instance serves one request at a time.
  '@aws/lambda-invoke-store/dist-es/invoke-store.js':
    'export const InvokeStore = { getInstanceAsync: async () => undefined }; export class InvokeStoreBase {}',
  // Imported dynamically, and never needed. esbuild would move the code that it shares with the client to a separate file.
  [`${core}/event-streams/index.js`]: 'export const EventStreamSerde = undefined, eventStreamSerdeProvider = undefined;',
  // The originals load parts of Node that nothing else needs: `os`, the Web Crypto API and web streams.
  '@aws-sdk/core/dist-es/submodules/client/util-user-agent-node/defaultUserAgent.js': userAgent,
  [`${core}/serde/uuid/v4.js`]: "import { randomUUID } from 'node:crypto'; export const bindV4 = () => randomUUID;",
  [`${core}/serde/util-stream/stream-type-check.js`]:
    'export const isReadableStream = () => false; export const isBlob = () => false;',
  // Node has these checksums, or no request needs them.
  [`${core}/checksum/sha256/Sha256Js.js`]: 'export const Sha256Js = undefined;',
  [`${core}/checksum/md5/Md5Js.js`]: 'export const Md5Js = undefined;',
};

/** Leaves parts of the SDK out of the bundle. If an update has moved one, the build fails, so that its replacement is checked. */
export function leanSdk(): Plugin {
  const byPath = new Map(Object.entries(replacements).map(([file, contents]) => [join(modules, file), contents]));
  const missing = [...byPath.keys()].filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`The SDK no longer has ${missing}. Adapt infra/bundle/leanSdk.ts.`);
  return {
    name: 'lean-sdk',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/(@smithy|@aws-sdk|@aws)\/.*\.js$/ }, ({ path }) => {
        const contents = byPath.get(path);
        return contents === undefined ? undefined : { contents };
      });
      // Clients read only their own version.
      onLoad({ filter: /\/@aws-sdk\/client-[a-z]+\/package\.json$/ }, ({ path }) => {
        const { version } = JSON.parse(readFileSync(path, 'utf8'));
        return { contents: JSON.stringify({ version }), loader: 'json' };
      });
    },
  };
}

module.exports = requireShared('../../../infra/openapi/documentChecks.ts');

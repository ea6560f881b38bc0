module.exports = requireShared('../../../apps/reference/openapi/documentChecks.ts');

module.exports = requireShared('zod/mini');

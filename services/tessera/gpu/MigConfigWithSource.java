package tessera.gpu;

import tessera.mig.MigConfig;

/**
 * A MIG manager configuration and its source.
 *
 * @param source where it was read, e.g. {@code ConfigMap gpu-operator/default-mig-parted-config}
 */
public record MigConfigWithSource(MigConfig config, String source) {}

package tessera.insight;

import tessera.mig.MigConfig;

/**
 * A configuration of a MIG manager.
 *
 * @param source where it was read, e.g. {@code ConfigMap gpu-operator/default-mig-parted-config}
 */
public record MigSetup(MigConfig config, String source) {}

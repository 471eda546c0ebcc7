package tessera.plan.operator;

import tessera.text.Reason;

/** A preflight check of a GPU stack, with its title as text. */
public enum GpuStackPreflightCheck implements Reason {
    SERVER_VERSION,
    PERMISSIONS,
    PLATFORM,
    FEATURE_DISCOVERY,
    DEVICE_PLUGINS,
    HOST_DRIVER,
    CONTAINER_RUNTIME,
    OPERATING_SYSTEM,
    ARCHITECTURE,
    POD_SECURITY,
    QUOTAS,
    TAINTS,
    LEFTOVERS,
    SERVICE_MONITOR,
    MIG_STRATEGY,
    USER_NAMESPACES,
    SECURE_BOOT,
    NOUVEAU,
    EXISTING_RELEASE,
    OTHER_PRECONDITIONS
}

package tessera.scheduling;

/** The filters of the scheduler in their order; it stops at the first that fails. */
public enum SchedulerFilterKind {
    PINNED,
    CORDON,
    NAME,
    TAINT,
    LABELS,
    PORTS,
    RESOURCES,
    VOLUMES,
    SPREAD,
    COMPANY,
    DEVICES,
    /** Not the scheduler but the kubelet, once the pod is placed. */
    KUBELET
}

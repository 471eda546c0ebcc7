package tessera.scheduling;

/** What the scheduler looks at on a node, in its order: it stops at the first that objects. */
public enum FilterCheck {
    PINNED,
    CORDON,
    NAME,
    TAINT,
    LABELS,
    PORTS,
    RESOURCES,
    VOLUMES,
    DEVICES,
    SPREAD,
    COMPANY,
    /** Not the scheduler but the kubelet, once the pod is placed. */
    KUBELET
}

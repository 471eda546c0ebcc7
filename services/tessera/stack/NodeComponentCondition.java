package tessera.stack;

import java.util.Locale;
import tessera.text.Reason;

/** The condition of a component on a node beyond its state. Explanations of failures name it by its data name. */
public enum NodeComponentCondition implements Reason {
    /** The state says it all. */
    NONE,
    /** The operator has set no label that would put it on the node. */
    UNLABELLED,
    /** Only some containers of its pod fail, while the node offers its GPUs. */
    PART_FAILS,
    CRASHING,
    NOT_READY,
    CANNOT_START,
    NO_IMAGE,
    OUT_OF_MEMORY,
    EVICTED,
    /** The kubelet turned its pod away. */
    REFUSED,
    WAITS,
    STARTS,
    ENDS,
    STUCK,
    RESTARTED,
    NO_POD,
    /** Nothing offers the GPUs of the node, or of any other of their vendor. */
    NO_PLUGIN,
    /** Its device plugin runs on other nodes. */
    LEFT_OUT,
    OFFERS_NOTHING,
    WITHHOLDS,
    NO_DRIVER,
    NO_DEVICE,
    NO_WORKER,
    NOT_DEPLOYED,
    ON_HOST,
    BY_HAND,
    PAUSED,
    /** The node has just joined. */
    JOINS,
    UPGRADES,
    UPGRADE_FAILED,
    LAYOUT_FAILED,
    /** A MIG layout is being made. */
    CUTS,
    REBOOTS,
    /** Whatever Kubernetes calls it. */
    OTHER;

    /** Returns the name in data, for example {@code not-ready}. */
    String dataName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

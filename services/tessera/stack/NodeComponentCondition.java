package tessera.stack;

import java.util.Locale;

/** The condition of a component on a node beyond its state. Explanations of failures name it by its code. */
public enum NodeComponentCondition {
    /** The state says it all. */
    NONE(""),
    /** The operator has set no label that would put it on the node. */
    UNLABELLED("no label"),
    /** Only some containers of its pod fail, while the node offers its GPUs. */
    PART_FAILS("part fails"),
    CRASHING("crashing"),
    NOT_READY("not ready"),
    CANNOT_START("cannot start"),
    NO_IMAGE("no image"),
    OUT_OF_MEMORY("out of memory"),
    EVICTED("evicted"),
    /** The kubelet turned its pod away. */
    REFUSED("refused"),
    WAITS("waits"),
    STARTS("starts"),
    ENDS("ends"),
    STUCK("stuck"),
    RESTARTED("restarts"),
    NO_POD("no pod"),
    /** Nothing offers the GPUs of the node, or of any other of their vendor. */
    NO_PLUGIN("no plugin"),
    /** Its device plugin runs on other nodes. */
    LEFT_OUT("left out"),
    OFFERS_NOTHING("offers nothing"),
    WITHHOLDS("withheld"),
    NO_DRIVER("no driver"),
    NO_DEVICE("no device"),
    NO_WORKER("no worker"),
    NOT_DEPLOYED("not deployed"),
    ON_HOST("on the host"),
    BY_HAND("by hand"),
    PAUSED("paused"),
    /** The node has just joined. */
    JOINS("joins"),
    UPGRADES("upgrades"),
    UPGRADE_FAILED("upgrade failed"),
    LAYOUT_FAILED("layout failed"),
    /** A MIG layout is being made. */
    CUTS("cuts"),
    REBOOTS("restarts"),
    /** Whatever Kubernetes calls it. */
    OTHER("broken");

    private final String text;

    NodeComponentCondition(String text) {
        this.text = text;
    }

    /** Returns the condition in a word or two. */
    String conditionText() {
        return text;
    }

    /** Returns the name in data, for example {@code not-ready}. */
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

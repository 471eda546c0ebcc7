package tessera.plan.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The effect of a change on the resources that a node advertises.
 *
 * @param node    its name
 * @param model   its GPUs, as their label says while they are not shared
 * @param gpus    how many there are, each counted once
 * @param pods    how many hold some of them
 * @param heldUnits    how much of what is offered they hold
 * @param excess  how much of that is more than there will be, until pods end
 * @param holderEffect what these pods lose
 */
public record AdvertisedResourcesEffect(String node, String model, long gpus, NodeAdvertisedResources before,
        NodeAdvertisedResources after, int pods, long heldUnits, long excess, ShareHolderEffect holderEffect) {

    /** Returns what pods there lose, in a sentence without a full stop. */
    public String text() {
        return holderEffect.text();
    }

    /** Returns whether more is held than there will be, or pods can begin no new work. */
    public boolean disturbsPods() {
        return excess > 0 || holderEffect instanceof ShareHolderEffect.MpsTakeover;
    }

    /**
     * The resources that a node advertises at a time.
     *
     * @param config    which named configuration it takes; empty for none
     * @param sharing   in a few words, e.g. “time-slicing × 4”
     * @param resources by name, those of which there are none left out
     */
    public record NodeAdvertisedResources(String config, String sharing, SortedMap<String, Long> resources) {

        public NodeAdvertisedResources {
            var some = new TreeMap<>(resources);
            some.values().removeIf(amount -> amount == 0);
            resources = Collections.unmodifiableSortedMap(some);
        }

        public long countDevices() {
            return resources.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}

package tessera.scheduling;

import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.FilterResult.NodeResourceRequest;
import tessera.model.ResourceAmountFormatter;

/**
 * The requested amount of a resource, with the amounts of a node.
 *
 * @param requested      by the pod, in the units of {@link ResourceAmounts}
 * @param used       by the pods on the node
 * @param allocatable what the scheduler may hand out there
 */
public record ResourceShortfall(String resource, long requested, long used, long allocatable) {

    static ResourceShortfall of(NodeResourceRequest request) {
        return new ResourceShortfall(request.resource(), request.requested(), request.used(), request.allocatable());
    }

    /** Returns the free amount; never negative. */
    public long free() {
        return Math.max(0, allocatable - used);
    }

    /** Returns whether even the empty node would have too little. */
    public boolean isPermanent() {
        return requested > allocatable;
    }

    /** Returns the amount that would have to become free; more than requested on an overcommitted node. */
    public long missing() {
        long remaining = allocatable - used;
        return remaining < 0 ? ResourceAmounts.saturatedSum(requested, -remaining) : requested - remaining;
    }

    /** Returns the free and the allocatable amount as text. */
    public String freeText() {
        return "%s of %s free".formatted(ResourceAmountFormatter.amountText(resource, free()),
                ResourceAmountFormatter.amountText(resource, allocatable));
    }

    /** Returns the shortfall as text that is the same for similar nodes. */
    public String briefText() {
        var name = ResourceAmountFormatter.displayName(resource);
        if (allocatable == 0) {
            return name + " is not offered";
        }
        if (isPermanent()) {
            return "too little %s even when empty".formatted(name);
        }
        return "too little %s free".formatted(name);
    }

    /** Returns the text for a machine that has the devices and does not advertise them for now. */
    String notAdvertisedText() {
        return "%s for now, though the machine has %s".formatted(
                allocatable == 0 ? resource + " is not offered" : "too little " + resource,
                requested == 1 ? "one" : "as much");
    }

    /** Returns whether the resource is a device. */
    public boolean isDevice() {
        return resource.contains("/");
    }

    public String shortfallText() {
        if (allocatable == 0) {
            return "%s is not offered".formatted(ResourceAmountFormatter.displayName(resource));
        }
        return "%s: wants %s, %s".formatted(ResourceAmountFormatter.displayName(resource),
                ResourceAmountFormatter.amountText(resource, requested),
                freeText());
    }
}

package tessera.scheduling;

import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.FilterResult.NodeResourceRequest;
import tessera.model.ResourceAmountFormatter;
import tessera.text.MessageCatalog;

/**
 * The requested amount of a resource, with the amounts of a node.
 *
 * @param requested      by the pod, in the units of {@link ResourceAmounts}
 * @param used       by the pods on the node
 * @param allocatable what the scheduler may hand out there
 */
public record ResourceShortfall(String resource, long requested, long used, long allocatable) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceShortfall.class);

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

    /** Returns the amount that counts as text: the allocatable one where even the empty node would have too little, else the free one. */
    public String freeText() {
        if (isPermanent()) {
            return MESSAGES.text("shortfall.allocatable", ResourceAmountFormatter.amountText(resource, allocatable));
        }
        return MESSAGES.text("shortfall.free", ResourceAmountFormatter.amountText(resource, free()),
                ResourceAmountFormatter.amountText(resource, allocatable));
    }

    String namedFreeText() {
        return MESSAGES.text("shortfall.named", ResourceAmountFormatter.displayName(resource), freeText());
    }

    /** Returns the shortfall as text that is the same for similar nodes. */
    public String briefText() {
        return briefText(false);
    }

    /** @param layout whether another MIG layout could help */
    String briefText(boolean layout) {
        var name = ResourceAmountFormatter.displayName(resource);
        if (allocatable == 0) {
            return MESSAGES.text("shortfall.absent", name, layout);
        }
        return MESSAGES.text(isPermanent() ? "shortfall.permanent" : "shortfall.brief", name, layout);
    }

    /** Returns the text for a machine that has the devices and does not advertise them for now. */
    String notAdvertisedText() {
        return MESSAGES.text("shortfall.notAdvertised", resource, requested, allocatable);
    }

    /** Returns the text for a node whose MIG strategy never lets it advertise the resource. */
    String strategyText(String strategy) {
        return MESSAGES.text("shortfall.strategy", ResourceAmountFormatter.displayName(resource), strategy);
    }

    /** Returns whether the resource is a device. */
    public boolean isDevice() {
        return resource.contains("/");
    }

    public String shortfallText() {
        var name = ResourceAmountFormatter.displayName(resource);
        return allocatable == 0 ? MESSAGES.text("shortfall.absent", name, false)
                : MESSAGES.text("shortfall", name, ResourceAmountFormatter.amountText(resource, requested), freeText());
    }
}

package tessera.scheduling;

import tessera.model.ResourceAmounts;
import tessera.model.ResourceText;

/**
 * A resource of which a node has not enough.
 *
 * @param wanted      by the pod, in the units of {@link ResourceAmounts}
 * @param taken       by the pods on the node
 * @param allocatable what the scheduler may hand out there
 */
public record ResourceShortfall(String resource, long wanted, long taken, long allocatable) {

    /** What is not taken; never negative. */
    public long free() {
        return Math.max(0, allocatable - taken);
    }

    /** Whether an empty node would not do either. */
    public boolean lasting() {
        return wanted > allocatable;
    }

    /** How much would have to become free; more than that where more is taken than there is. */
    public long missing() {
        long left = allocatable - taken;
        return left < 0 ? ResourceAmounts.saturatedSum(wanted, -left) : wanted - left;
    }

    /** How much is free of how much, without naming what. */
    public String left() {
        return "%s of %s free".formatted(ResourceText.words(resource, free()),
                ResourceText.words(resource, allocatable));
    }

    /** The same for all nodes that lack it in the same way. */
    public String brief() {
        var name = ResourceText.name(resource);
        return allocatable == 0 ? name + " is not offered"
                : lasting() ? "too little %s even when empty".formatted(name)
                        : "too little %s free".formatted(name);
    }

    /** What is said where the machine has as much, and does not offer it for the time being. */
    String latent() {
        return "%s for now, though the machine has %s".formatted(
                allocatable == 0 ? resource + " is not offered" : "too little " + resource,
                wanted == 1 ? "one" : "as much");
    }

    /** Whether it is a matter of devices, not of what every node has. */
    public boolean device() {
        return resource.contains("/");
    }

    public String words() {
        return allocatable == 0 ? "%s is not offered".formatted(ResourceText.name(resource))
                : "%s: wants %s, %s".formatted(ResourceText.name(resource), ResourceText.words(resource, wanted),
                        left());
    }
}

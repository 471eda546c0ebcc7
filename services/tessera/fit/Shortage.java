package tessera.fit;

import tessera.model.Amounts;
import tessera.model.Resources;

/**
 * A resource of which a node has not enough.
 *
 * @param wanted      by the pod, in the units of {@link Resources}
 * @param taken       by the pods on the node
 * @param allocatable what the scheduler may hand out there
 */
public record Shortage(String resource, long wanted, long taken, long allocatable) {

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
        return left < 0 ? Resources.saturatedSum(wanted, -left) : wanted - left;
    }

    /** How much is free of how much, without naming what. */
    public String left() {
        return "%s of %s free".formatted(Amounts.words(resource, free()), Amounts.words(resource, allocatable));
    }

    /** The same for all nodes that lack it in the same way. */
    public String brief() {
        var name = Amounts.name(resource);
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
        return allocatable == 0 ? "%s is not offered".formatted(Amounts.name(resource))
                : "%s: wants %s, %s".formatted(Amounts.name(resource), Amounts.words(resource, wanted), left());
    }
}

package tessera.model;

/**
 * The amounts of one resource on a node, by the scheduler's arithmetic. No number is ever
 * negative.
 *
 * @param resource    e.g. {@code nvidia.com/gpu}
 * @param capacity    what the kubelet counts
 * @param allocatable what the scheduler may hand out; the only number it reads
 * @param allocated   the sum of the requests of the pods on the node
 * @param pods        how many pods take part in that sum
 */
public record NodeResourceUse(String resource, long capacity, long allocatable, long allocated, int pods) {

    /** Returns the amount that the scheduler could still allocate. */
    public long free() {
        return Math.max(0, allocatable - allocated);
    }

    /** Returns the devices that the kubelet counts and the scheduler may not allocate. */
    public long unhealthy() {
        return Math.max(0, capacity - allocatable);
    }

    /** Returns the amount allocated beyond allocatable: devices were lost, or replicas reduced, under running pods. */
    public long overcommitted() {
        return Math.max(0, allocated - allocatable);
    }
}

package tessera.model;

/**
 * How much of one resource a node has and how much of it is taken, by the scheduler's arithmetic. No number is ever
 * negative.
 *
 * @param resource    e.g. {@code nvidia.com/gpu}
 * @param capacity    what the kubelet counts
 * @param allocatable what the scheduler may hand out; the only number it reads
 * @param allocated   the sum of the requests of the pods on the node
 * @param pods        how many pods take part in that sum
 */
public record ResourceUse(String resource, long capacity, long allocatable, long allocated, int pods) {

    /** What the scheduler could still hand out. */
    public long free() {
        return Math.max(0, allocatable - allocated);
    }

    /** Devices the kubelet counts and the scheduler may not hand out. */
    public long unhealthy() {
        return Math.max(0, capacity - allocatable);
    }

    /** How much more is taken than may be: devices were lost, or replicas reduced, under running pods. */
    public long overcommitted() {
        return Math.max(0, allocated - allocatable);
    }
}

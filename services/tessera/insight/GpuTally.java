package tessera.insight;

import tessera.model.ResourceAmounts;

/**
 * How many physical GPUs there are and what became of each. Every GPU is counted once.
 *
 * <p>Which of a node's divided GPUs a part lies on is told by exporters, or not at all. What the figures mean therefore
 * depends on that and on how much of the pods is seen:
 *
 * <ul>
 * <li>With all of them, a divided GPU counts as in use as soon as a part of it may be held: where it is not told, held is
 * <em>at most</em> so many, {@code free} and {@code cordoned} <em>at least</em>.
 * <li>With some or none of them, the held ones are the fewest that the pods seen can do with, and {@code free} is what
 * is left: held is <em>at least</em> so many, {@code free} and {@code cordoned} <em>at most</em> so many, wherever the
 * parts lie and whatever else is held.
 * </ul>
 *
 * @param whole      held whole by one container
 * @param parts      divided, and held at least in part
 * @param free       nobody is seen to hold any of it, and the scheduler may hand it out
 * @param unhealthy  counted by the kubelet, withheld from the scheduler
 * @param lost       on a node that is not ready
 * @param notOffered in a machine whose kubelet does not advertise it
 * @param cordoned   free, but on a node closed to new pods
 * @param closed     free, but kept from claims by a taint that an administrator put on the device
 */
public record GpuTally(long whole, long parts, long free, long unhealthy, long lost, long notOffered, long cordoned,
        long closed) {

    public static final GpuTally NONE = new GpuTally(0, 0, 0, 0, 0, 0, 0, 0);

    public long total() {
        return sum(allocated(), sum(free, outOfService()));
    }

    public long allocated() {
        return sum(whole, parts);
    }

    public long outOfService() {
        return sum(sum(unhealthy, lost), sum(notOffered, sum(cordoned, closed)));
    }

    public GpuTally plus(GpuTally other) {
        return new GpuTally(sum(whole, other.whole), sum(parts, other.parts), sum(free, other.free),
                sum(unhealthy, other.unhealthy), sum(lost, other.lost), sum(notOffered, other.notOffered),
                sum(cordoned, other.cordoned), sum(closed, other.closed));
    }

    /** The same GPUs on a node that is not ready: none can be used. */
    GpuTally onLostNode() {
        return new GpuTally(0, 0, 0, 0, total(), 0, 0, 0);
    }

    /** The same GPUs on a cordoned node: what is held stays held, what is free cannot be had. */
    GpuTally onCordonedNode() {
        return new GpuTally(whole, parts, 0, unhealthy, lost, notOffered, sum(cordoned, free), closed);
    }

    /** The same GPUs, some of whose withheld ones an administrator closed. */
    GpuTally closing(long gpus) {
        long moved = Math.min(unhealthy, gpus);
        return new GpuTally(whole, parts, free, unhealthy - moved, lost, notOffered, cordoned, closed + moved);
    }

    /** Nodes say what they like; their sum must not turn negative. */
    private static long sum(long left, long right) {
        return ResourceAmounts.saturatedSum(left, right);
    }
}

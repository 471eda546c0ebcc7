package tessera.gpu;

import tessera.kube.quantity.ResourceAmounts;

/**
 * The number of physical GPUs by their status. Every GPU is counted once.
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
 * @param exclusive      held whole by one container
 * @param parts      divided, and held at least in part
 * @param free       nobody is seen to hold any of it, and the scheduler may hand it out
 * @param unhealthy  counted by the kubelet, withheld from the scheduler
 * @param unreachable       on a node that is not ready
 * @param notOffered in a machine whose kubelet does not advertise it
 * @param cordoned   free, but on a node closed to new pods
 * @param closed     free, but kept from claims by a taint that an administrator put on the device
 * @param faulty     free, but a critical sign speaks against it or its node
 */
public record GpuStatusCounts(long exclusive, long parts, long free, long unhealthy, long unreachable, long notOffered,
        long cordoned, long closed, long faulty) {

    public static final GpuStatusCounts NONE = new GpuStatusCounts(0, 0, 0, 0, 0, 0, 0, 0, 0);

    public long total() {
        return saturatedSum(allocated(), saturatedSum(free, outOfService()));
    }

    public long allocated() {
        return saturatedSum(exclusive, parts);
    }

    public long outOfService() {
        return saturatedSum(saturatedSum(unhealthy, unreachable),
                saturatedSum(notOffered, saturatedSum(cordoned, saturatedSum(closed, faulty))));
    }

    public GpuStatusCounts plus(GpuStatusCounts other) {
        return new GpuStatusCounts(saturatedSum(exclusive, other.exclusive), saturatedSum(parts, other.parts),
                saturatedSum(free, other.free), saturatedSum(unhealthy, other.unhealthy),
                saturatedSum(unreachable, other.unreachable), saturatedSum(notOffered, other.notOffered),
                saturatedSum(cordoned, other.cordoned), saturatedSum(closed, other.closed),
                saturatedSum(faulty, other.faulty));
    }

    /** Returns the same GPUs on a node that is not ready: none can be used. */
    GpuStatusCounts onLostNode() {
        return new GpuStatusCounts(0, 0, 0, 0, total(), 0, 0, 0, 0);
    }

    /** Returns the same GPUs on a cordoned node: held ones stay held, free ones cannot be allocated. */
    GpuStatusCounts onCordonedNode() {
        return new GpuStatusCounts(exclusive, parts, 0, unhealthy, unreachable, notOffered,
                saturatedSum(cordoned, free), closed, faulty);
    }

    /** The same GPUs, some of whose withheld ones an administrator closed. */
    GpuStatusCounts closing(long gpus) {
        long moved = Math.min(unhealthy, gpus);
        return new GpuStatusCounts(exclusive, parts, free, unhealthy - moved, unreachable, notOffered, cordoned,
                closed + moved, faulty);
    }

    /** Returns the same GPUs with a critical sign against some of those that nobody holds. */
    GpuStatusCounts withFaulty(long gpus) {
        long open = Math.min(free, gpus);
        long shut = Math.min(cordoned, gpus - open);
        return new GpuStatusCounts(exclusive, parts, free - open, unhealthy, unreachable, notOffered, cordoned - shut,
                closed, saturatedSum(faulty, open + shut));
    }

    /** Returns the sum without overflow, as nodes may report any number. */
    private static long saturatedSum(long remaining, long right) {
        return ResourceAmounts.saturatedSum(remaining, right);
    }
}

package tessera.insight;

/**
 * How many physical GPUs there are and what became of each. Every GPU is counted once.
 *
 * <p>A GPU that is divided counts as in use as soon as a part of it may be held: {@code free} is never too high.
 *
 * @param whole      held whole by one container
 * @param parts      divided, and held at least in part
 * @param free       nobody holds any of it, and the scheduler may hand it out
 * @param unhealthy  counted by the kubelet, withheld from the scheduler
 * @param lost       on a node that is not ready
 * @param notOffered in a machine whose kubelet does not advertise it
 * @param cordoned   free, but on a node closed to new pods
 */
public record GpuTally(int whole, int parts, int free, int unhealthy, int lost, int notOffered, int cordoned) {

    public static final GpuTally NONE = new GpuTally(0, 0, 0, 0, 0, 0, 0);

    public int total() {
        return allocated() + free + outOfService();
    }

    public int allocated() {
        return whole + parts;
    }

    public int outOfService() {
        return unhealthy + lost + notOffered + cordoned;
    }

    public GpuTally plus(GpuTally other) {
        return new GpuTally(whole + other.whole, parts + other.parts, free + other.free, unhealthy + other.unhealthy,
                lost + other.lost, notOffered + other.notOffered, cordoned + other.cordoned);
    }

    /** The same GPUs on a node that is not ready: none can be used. */
    GpuTally onLostNode() {
        return new GpuTally(0, 0, 0, 0, total(), 0, 0);
    }

    /** The same GPUs on a cordoned node: what is held stays held, what is free cannot be had. */
    GpuTally onCordonedNode() {
        return new GpuTally(whole, parts, 0, unhealthy, lost, notOffered, cordoned + free);
    }
}

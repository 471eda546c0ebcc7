package tessera.insight;

import java.util.List;
import tessera.model.ResourceUse;

/**
 * Some physical GPUs of one node that are handed out in the same way.
 *
 * @param form  whether they are handed out whole, as MIG instances, or as shares
 * @param count how many physical GPUs
 * @param parts for {@link Form#SHARED} how many shares each GPU has; 1 otherwise
 * @param uses  the resources by which they are handed out
 */
public record GpuGroup(Form form, int count, int parts, List<ResourceUse> uses) {

    /** How GPUs are handed out. */
    public enum Form {
        WHOLE,
        MIG,
        SHARED,
        NOT_OFFERED
    }

    public GpuGroup {
        uses = List.copyOf(uses);
    }

    GpuTally tally() {
        return switch (form) {
            case WHOLE -> wholeTally();
            case MIG -> migTally();
            case SHARED -> sharedTally();
            case NOT_OFFERED -> new GpuTally(0, 0, 0, 0, 0, count, 0);
        };
    }

    private GpuTally wholeTally() {
        int unhealthy = (int) Math.min(count, unhealthyUnits());
        int held = (int) Math.min(count - unhealthy, allocated());
        return new GpuTally(held, 0, count - unhealthy - held, unhealthy, 0, 0, 0);
    }

    /** Which GPU an unhealthy instance is on is not told; where nothing is left to hand out, nothing is called free. */
    private GpuTally migTally() {
        int held = (int) Math.min(count, allocated());
        int rest = count - held;
        int free = unhealthyUnits() == 0 ? rest : (int) Math.min(rest, freeUnits());
        return new GpuTally(0, held, free, rest - free, 0, 0, 0);
    }

    private GpuTally sharedTally() {
        int unhealthy = (int) Math.min(count, unhealthyUnits() / Math.max(1, parts));
        int held = (int) Math.min(count - unhealthy, allocated());
        return new GpuTally(0, held, count - unhealthy - held, unhealthy, 0, 0, 0);
    }

    /** Units of all its resources that pods hold. */
    public long allocated() {
        return uses.stream().mapToLong(ResourceUse::allocated).sum();
    }

    /** Units that the scheduler could still hand out. */
    public long freeUnits() {
        return uses.stream().mapToLong(ResourceUse::free).sum();
    }

    long unhealthyUnits() {
        return uses.stream().mapToLong(ResourceUse::unhealthy).sum();
    }
}

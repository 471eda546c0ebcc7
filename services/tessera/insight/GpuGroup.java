package tessera.insight;

import java.util.List;
import tessera.insight.AcceleratorCatalog.Product;
import tessera.model.PodVisibility;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceUse;

/**
 * Some physical GPUs of one node that are handed out in the same way.
 *
 * @param form   whether they are handed out whole, as MIG instances, or as shares
 * @param count  how many physical GPUs
 * @param parts  for {@link GroupForm#SHARED} how many shares each GPU has; 1 otherwise
 * @param fewest on how few GPUs the units that pods hold can lie
 * @param most   on how many they may lie
 * @param uses   the resources by which they are handed out
 * @param lent   how many of those that are held whole are held for pods that share them, as KAI does
 * @param origin what they are, and how well it is known how many
 */
public record GpuGroup(GroupForm form, long count, int parts, long fewest, long most, List<ResourceUse> uses, long lent,
        GroupOrigin origin) {

    /**
     * What the GPUs of a group are.
     *
     * @param product what the market calls them
     * @param bound   how their number stands to the truth, if no witness but what is advertised tells it
     */
    public record GroupOrigin(Product product, EstimateBound bound) {}

    /** How GPUs are handed out. */
    public enum GroupForm {
        WHOLE,
        MIG,
        SHARED,
        NOT_OFFERED
    }

    public GpuGroup {
        uses = List.copyOf(uses);
    }

    /** A group of which it is not told which GPUs the units lie on: each may lie on one of its own. */
    static GpuGroup of(GroupForm form, long count, int parts, List<ResourceUse> uses, GroupOrigin origin) {
        long held = uses.stream().mapToLong(ResourceUse::allocated).reduce(0, ResourceAmounts::saturatedSum);
        return new GpuGroup(form, count, parts, BoardGroups.ceiling(held, parts), held, uses, 0, origin);
    }

    /** The same group, with its units known to lie on so many GPUs at least. */
    GpuGroup lyingOnAtLeast(long gpus) {
        return new GpuGroup(form, count, parts, gpus, most, uses, lent, origin);
    }

    /** The same group, some of whose GPUs are held whole for pods that share them. */
    GpuGroup lending(long gpus) {
        return new GpuGroup(form, count, parts, fewest, most, uses, gpus, origin);
    }

    /** The same group, with the units known to lie on so many GPUs. */
    GpuGroup lyingOn(long gpus) {
        return new GpuGroup(form, count, parts, gpus, gpus, uses, lent, origin);
    }

    /**
     * The same group, more of whose GPUs are held than pods ask its device plugin for.
     *
     * @param surely  so many more at least
     * @param perhaps so many more at most
     * @param pods    that hold any without asking its device plugin
     */
    GpuGroup alsoHeld(long surely, long perhaps, int pods) {
        var more = uses;
        if (form == GroupForm.WHOLE) {
            var use = uses.getFirst();
            more = List.of(new ResourceUse(use.resource(), use.capacity(), use.allocatable(),
                    Math.min(Math.max(use.allocated(), use.allocatable()), use.allocated() + perhaps),
                    use.pods() + pods));
        }
        return new GpuGroup(form, count, parts, fewest + surely, most + perhaps, more, lent, origin);
    }

    /** Returns one of its uses with no more allocated than surely is. */
    ResourceUse leastUse(ResourceUse use) {
        return form != GroupForm.WHOLE ? use
                : new ResourceUse(use.resource(), use.capacity(), use.allocatable(), fewest, use.pods());
    }

    boolean divided() {
        return form == GroupForm.MIG || form == GroupForm.SHARED;
    }

    /** @param sight how much of the pods is among what is held */
    GpuTally tally(PodVisibility sight) {
        return switch (form) {
            case WHOLE -> wholeTally(sight);
            case MIG -> migTally(sight);
            case SHARED -> sharedTally(sight);
            case NOT_OFFERED -> new GpuTally(0, 0, 0, 0, 0, count, 0, 0);
        };
    }

    private GpuTally wholeTally(PodVisibility sight) {
        long unhealthy = Math.min(count, unhealthyUnits());
        long held = touched(count - unhealthy, sight);
        long shared = Math.min(held, lent);
        return new GpuTally(held - shared, shared, count - unhealthy - held, unhealthy, 0, 0, 0, 0);
    }

    /** Which GPU an unhealthy instance is on is not told; where nothing is left to hand out, nothing is called free. */
    private GpuTally migTally(PodVisibility sight) {
        long held = touched(count, sight);
        long rest = count - held;
        long free = unhealthyUnits() == 0 ? rest : Math.min(rest, freeUnits());
        return new GpuTally(0, held, free, rest - free, 0, 0, 0, 0);
    }

    private GpuTally sharedTally(PodVisibility sight) {
        long unhealthy = Math.min(count, unhealthyUnits() / Math.max(1, parts));
        long held = touched(count - unhealthy, sight);
        return new GpuTally(0, held, count - unhealthy - held, unhealthy, 0, 0, 0, 0);
    }

    /** Of so many divided GPUs, those of which a part may be held; those of which one must be, if others hold too. */
    private long touched(long gpus, PodVisibility sight) {
        return Math.min(gpus, sight == PodVisibility.ALL ? most : fewest);
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

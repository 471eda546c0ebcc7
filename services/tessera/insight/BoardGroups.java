package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import tessera.insight.AcceleratorCatalog.Product;
import tessera.insight.GpuGroup.GroupOrigin;
import tessera.mig.MigProfile;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceUse;

/**
 * Divides the boards of a node among the resources by which they are handed out. No board is given to two: where a witness
 * tells how many there are, instances and shares come first, and what is advertised as whole beyond that is either shares of
 * the boards that are left or, where none is left, of no board at all.
 */
final class BoardGroups {

    /** Beyond any cluster, and its multiples are numbers still. */
    private static final long MOST_INSTANCES = Long.MAX_VALUE / 128;
    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final int MOST_SHARES = 1024;

    private final BoardFamily family;
    private final boolean claimed;
    private final List<GpuGroup> groups = new ArrayList<>();
    /** Boards that are given to no group yet. */
    private long left;
    /** Whether partitions are offered by names of their own, so that the plain name is that of whole boards. */
    private boolean named;

    /** @param claimed whether boards that are not offered are handed out by claims */
    BoardGroups(BoardFamily family, boolean claimed) {
        this.family = family;
        this.claimed = claimed;
        this.left = family.count().known() ? family.count().number() : UNLIMITED;
    }

    /** @param offers of one vendor */
    List<GpuGroup> of(List<ResourceOffer> offers) {
        var instances = new ArrayList<ResourceUse>();
        var devices = new ArrayList<ResourceOffer>();
        for (var offer : offers) {
            if (offer.kind().mig() || (offer.device() && family.instances().isPresent())) {
                instances.add(offer.use());
            } else if (offer.device() && (offer.units() > 0 || offer.use().allocated() > 0)) {
                devices.add(offer);
            }
        }
        offers.stream().filter(ResourceOffer::virtual).forEach(this::virtual);
        var partitions = offers.stream().filter(offer -> offer.kind().kind().equals("gpu-partition")).toList();
        named = partitions.stream().anyMatch(offer -> offer.units() > 0);
        partitions.forEach(this::partitions);
        offers.stream().filter(offer -> offer.kind().form() == Accelerator.UnitForm.REPLICA).forEach(this::replicas);
        long needed = fewest(instances, ResourceUse::capacity);
        // The label is of all boards: where partitions have names of their own, what else is advertised is left over.
        devices(named && !family.partition().isEmpty() ? List.of() : devices, needed);
        rest(instances, needed);
        return List.copyOf(groups);
    }

    private void virtual(ResourceOffer offer) {
        var type = offer.kind().kind().equals("vgpu") ? BoardNames.vgpu(offer.use().resource()) : null;
        if (type == null || type.isEmpty()) {
            add(GpuGroup.GroupForm.WHOLE, offer.units(), 1, offer,
                    new GroupOrigin(BoardNames.passedThrough(offer.use().resource()), EstimateBound.EXACT));
            return;
        }
        var board = BoardNames.called(type.get().board());
        int most = type.get().mostPerBoard(board);
        long count = most == 0 ? Math.min(1, offer.units()) : ceiling(offer.units(), most);
        add(GpuGroup.GroupForm.SHARED, count, most == 0 ? Math.clamp(offer.units(), 1, 64) : most, offer,
                new GroupOrigin(board, EstimateBound.AT_LEAST));
    }

    private void partitions(ResourceOffer offer) {
        int each = family.partitions(WaitingReason.brief(offer.use().resource()));
        take(each == 1 ? GpuGroup.GroupForm.WHOLE : GpuGroup.GroupForm.SHARED, ceiling(offer.units(), each), each,
                offer,
                EstimateBound.EXACT);
    }

    /** Shares by a name of their own: never whole boards. */
    private void replicas(ResourceOffer offer) {
        int told = family.replicas();
        if (told > 1) {
            take(GpuGroup.GroupForm.SHARED, ceiling(offer.units(), told), told, offer, EstimateBound.EXACT);
        } else {
            long most = ceiling(offer.units(), 2);
            boolean open = left == UNLIMITED;
            take(GpuGroup.GroupForm.SHARED, open ? most : offer.units(), open ? 2 : 1, offer, EstimateBound.AT_MOST);
        }
    }

    /** @param needed boards that instances are on at least */
    private void devices(List<ResourceOffer> devices, long needed) {
        long all = devices.stream().mapToLong(ResourceOffer::units).reduce(0, ResourceAmounts::saturatedSum);
        long room = left == UNLIMITED ? UNLIMITED : Math.max(0, left - needed);
        int common = room == UNLIMITED || all <= room ? 1
                : (int) Math.min(MOST_SHARES, ceiling(all, Math.max(1, room)));
        for (var device : devices.stream()
                .sorted((one, other) -> Long.compare(other.units(), one.units())).toList()) {
            int each = told(device) > 1 ? told(device) : common;
            long count = Math.min(ceiling(device.units(), each), room);
            if (count > 0 || device.units() == 0) {
                take(each > 1 || count < device.units() ? GpuGroup.GroupForm.SHARED : GpuGroup.GroupForm.WHOLE, count,
                        told(device), device, bound(device, each));
                room = room == UNLIMITED ? room : room - count;
            }
        }
    }

    /** Into how many parts labels say that each board is divided; 1 where none says so. */
    private int told(ResourceOffer device) {
        int partitioned = family.partitions(family.partition());
        if (partitioned > 1) {
            return partitioned;
        }
        return device.kind().id().equals("nvidia-gpu") && family.replicas() > 1 ? family.replicas() : 1;
    }

    /** The plain name may stand for shares wherever nothing tells. */
    private EstimateBound bound(ResourceOffer device, int parts) {
        boolean open = !named && device.kind().kind().equals("gpu")
                && !device.kind().labels().equals(Accelerator.DeviceLabels.NONE);
        return parts == 1 && open && !family.tellsSharing() && family.partition().isEmpty() ? EstimateBound.AT_MOST
                : EstimateBound.EXACT;
    }

    private void rest(List<ResourceUse> instances, long needed) {
        if (!instances.isEmpty()) {
            long cut = left == UNLIMITED ? needed : left;
            groups.add(GpuGroup
                    .of(GpuGroup.GroupForm.MIG, cut, 1, instances, origin(family.product(), EstimateBound.AT_LEAST))
                    .lyingOnAtLeast(fewest(instances, ResourceUse::allocated)));
        } else if (left != UNLIMITED && left > 0 && !claimed) {
            groups.add(GpuGroup.of(GpuGroup.GroupForm.NOT_OFFERED, left, 1, List.of(),
                    origin(family.product(), EstimateBound.EXACT)));
        }
    }

    /** Takes boards from those that are left; more shares than expected are more shares of each. */
    private void take(GpuGroup.GroupForm form, long wanted, int parts, ResourceOffer offer, EstimateBound bound) {
        long count = Math.min(wanted, left);
        if (count == 0 && offer.units() > 0) {
            return;
        }
        boolean whole = form == GpuGroup.GroupForm.WHOLE;
        int each = count == 0 || whole ? parts : Math.clamp(ceiling(offer.units(), count), parts, MOST_SHARES);
        left = left == UNLIMITED ? left : left - count;
        add(form, count, whole ? 1 : each, offer, origin(family.product(), bound));
    }

    private GroupOrigin origin(Product product, EstimateBound bound) {
        return new GroupOrigin(product, family.count().known() ? EstimateBound.EXACT : bound);
    }

    private void add(GpuGroup.GroupForm form, long count, int parts, ResourceOffer offer, GroupOrigin origin) {
        groups.add(GpuGroup.of(form, count, parts, List.of(offer.use()), origin));
    }

    /** On how few GPUs these instances can lie: their memory, their compute slices and each profile's limit decide. */
    private long fewest(List<ResourceUse> uses, ToLongFunction<ResourceUse> units) {
        int gigabytes = family.product().gigabytes();
        long memory = 0;
        long slices = 0;
        long most = 0;
        for (var use : uses) {
            var profile = MigProfile.ofResource(use.resource()).or(family::instances).orElse(MigProfile.SMALLEST);
            long instances = Math.min(
                    ceiling(units.applyAsLong(use), GpuNodes.sharesOfInstance(use.resource(), family.facts())),
                    MOST_INSTANCES);
            memory = ResourceAmounts.saturatedSum(memory, instances * profile.units(gigabytes));
            slices = ResourceAmounts.saturatedSum(slices, instances * profile.slices());
            most = Math.max(most, ceiling(instances, profile.mostPerGpu(gigabytes)));
        }
        return Math.max(most, Math.max(ceiling(memory, MigProfile.UNITS), ceiling(slices, MigProfile.SLICES)));
    }

    static long ceiling(long amount, long each) {
        return amount / each + (amount % each == 0 ? 0 : 1);
    }
}

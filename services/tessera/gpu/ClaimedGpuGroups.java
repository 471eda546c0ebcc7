package tessera.gpu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DraDeviceInventory.DeviceAvailabilityStatus;
import tessera.dra.DraDevicePool;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.gpu.NodeGpuAllocationGroup.ProductAndCountBound;
import tessera.model.NodeResourceUse;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.text.MessageCatalog;

/**
 * The boards of a node that are allocated by claims, as groups. A board that a device plugin offers, too, is counted once:
 * with the plugin's, held by whoever holds it either way.
 */
final class ClaimedGpuGroups {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClaimedGpuGroups.class);

    private final NodeWithBoundPods info;
    private final DraPublishedGpus claimed;
    /** Those that nobody holds in pools which the scheduler passes over. */
    private final DraPublishedGpus skipped;
    private final MissingResourceSliceEffect missingSlices;
    private final AcceleratorCatalog accelerators;
    /** Pods whose requests for extended resources a claim meets. */
    private final Set<String> extended;

    ClaimedGpuGroups(NodeWithBoundPods info, DraPublishedGpus claimed, AcceleratorCatalog accelerators) {
        this.info = info;
        this.claimed = claimed;
        skipped = filterBoards(ClaimedGpuGroups::isSkipped);
        missingSlices = MissingResourceSliceEffect.of(DraDevicePool.ofNode(info.devices()));
        this.accelerators = accelerators;
        extended = DraPublishedGpu.podKeysOf(info.devices().claims().stream().filter(ResourceClaim::extended).toList());
    }

    private static boolean isSkipped(DraPublishedGpu gpu) {
        return gpu.isWithheld()
                && gpu.devices().stream().anyMatch(entry -> entry.state() == DeviceAvailabilityStatus.POOL_SKIPPED);
    }

    /** Returns the groups of all boards that are not skipped. Divided boards of which no part can be had are by themselves: how many these are is known. */
    private List<DraPublishedGpus.DraGpuGroup> allocatableGroups() {
        Predicate<DraPublishedGpu> shut = gpu -> gpu.isWithheld() && gpu.form() != GpuAllocationKind.WHOLE;
        return Stream.concat(filterBoards(gpu -> !isSkipped(gpu) && !shut.test(gpu)).groups().stream(),
                filterBoards(gpu -> !isSkipped(gpu) && shut.test(gpu)).groups().stream()).toList();
    }

    private DraPublishedGpus filterBoards(Predicate<DraPublishedGpu> kind) {
        return new DraPublishedGpus(claimed.gpus().stream().filter(kind).toList(), List.of());
    }

    MissingResourceSliceEffect gap() {
        return missingSlices;
    }

    DraPublishedGpus boards() {
        return claimed;
    }

    /** Returns the use of a resource by its device plugin alone, without requests that claims satisfy. */
    NodeResourceUse withoutClaimed(NodeResourceUse use) {
        var others = info.pods().stream().filter(
                pod -> pod.holdsResources() && extended.contains(pod.key()) && pod.requests().get(use.resource()) > 0)
                .toList();
        long met = others.stream().mapToLong(pod -> pod.requests().get(use.resource())).sum();
        if (met == 0) {
            return use;
        }
        return new NodeResourceUse(use.resource(), use.capacity(), use.allocatable(),
                Math.max(0, use.allocated() - met), Math.max(0, use.pods() - others.size()));
    }

    /**
     * Returns the groups of device plugins with the claims on the same boards, and groups of boards beyond these.
     */
    List<NodeGpuAllocationGroup> mergeGroups(List<NodeGpuAllocationGroup> plugged) {
        var groups = new ArrayList<>(plugged);
        var merged = new HashSet<String>();
        for (var group : allocatableGroups()) {
            if (!isOffered(plugged, group.driver())) {
                groups.add(groupOf(group));
            } else if (merged.add(group.driver().name())) {
                mergeOverlap(groups, group);
            }
        }
        skipped.groups().stream().filter(group -> !isOffered(plugged, group.driver()))
                .forEach(group -> groups.add(NodeGpuAllocationGroup.of(GpuAllocationKind.NOT_OFFERED,
                        group.gpus().size(), 1, List.of(), originOf(group))));
        return groups;
    }

    /**
     * Counts boards once that both a driver and a device plugin offer. Nobody tells whether what claims hold is what pods of
     * the plugin hold: all of it may be, or nothing.
     */
    private void mergeOverlap(List<NodeGpuAllocationGroup> groups, DraPublishedGpus.DraGpuGroup claimedAlike) {
        var driver = claimedAlike.driver();
        long allocated = claimed.gpus().stream().filter(gpu -> gpu.driver().equals(driver) && gpu.isHeld()).count();
        var same = groups.stream().filter(group -> isOffered(group, driver)).toList();
        int users = (int) users(driver, same);
        long maximum = allocated;
        long fewest = Math.max(0, allocated - same.stream().mapToLong(NodeGpuAllocationGroup::fewestHeld).sum());
        for (var group : same) {
            long surely = Math.clamp(group.count() - group.fewestHeld(), 0, fewest);
            long perhaps = Math.clamp(group.count() - group.mostHeld(), 0, maximum);
            groups.set(groups.indexOf(group), group.alsoHeld(surely, perhaps, users));
            users = group.form() == GpuAllocationKind.WHOLE ? 0 : users;
            fewest -= surely;
            maximum -= perhaps;
        }
        long beyond = countBoards(driver) - same.stream().mapToLong(NodeGpuAllocationGroup::count).sum();
        if (beyond > 0) {
            groups.add(NodeGpuAllocationGroup.of(GpuAllocationKind.WHOLE, beyond, 1,
                    List.of(new NodeResourceUse(driver.resource(), beyond, beyond, 0, 0)), originOf(claimedAlike))
                    .alsoHeld(fewest, maximum, users));
        }
    }

    /** How many pods hold boards of a driver by claims and none of them by a device plugin. */
    private long users(DraGpuDriver driver, List<NodeGpuAllocationGroup> plugged) {
        var claims = claimed.gpus().stream().filter(gpu -> gpu.driver().equals(driver))
                .flatMap(gpu -> gpu.claims().stream()).collect(Collectors.toSet());
        return DraPublishedGpu.usersOf(claims, info.pods()).stream()
                .filter(pod -> plugged.stream().flatMap(group -> group.uses().stream())
                        .allMatch(use -> pod.requests().get(use.resource()) == 0) || extended.contains(pod.key()))
                .count();
    }

    private long countBoards(DraGpuDriver driver) {
        return claimed.gpus().stream().filter(gpu -> gpu.driver().equals(driver)).count();
    }

    private static boolean isOffered(List<NodeGpuAllocationGroup> plugged, DraGpuDriver driver) {
        return plugged.stream().anyMatch(group -> isOffered(group, driver));
    }

    private static boolean isOffered(NodeGpuAllocationGroup group, DraGpuDriver driver) {
        return group.uses().stream().anyMatch(use -> driver.isOfferedAs(use.resource()));
    }

    private NodeGpuAllocationGroup groupOf(DraPublishedGpus.DraGpuGroup of) {
        var uses = of.uses(info.pods());
        int parts = of.form() == GpuAllocationKind.SHARED
                ? of.gpus().stream().mapToInt(DraPublishedGpu::shareCount).max().orElse(1)
                : 1;
        return NodeGpuAllocationGroup.of(of.form(), of.gpus().size(), parts, uses, originOf(of))
                .withHeld(of.countHeldBoards());
    }

    private ProductAndCountBound originOf(DraPublishedGpus.DraGpuGroup group) {
        return new ProductAndCountBound(productOf(group), missingSlices.totalBound(), group.driver().name());
    }

    /** Returns the product that slices name, or else a label of the node. */
    private AcceleratorProduct productOf(DraPublishedGpus.DraGpuGroup group) {
        var label = group.model().isEmpty()
                ? accelerators.acceleratorOf(group.driver().resource())
                        .map(kind -> NodeLabelParser.firstLabel(info.nodeSummary(), kind.labels().model())).orElse("")
                : labelOf(group.model());
        if (label.isEmpty()) {
            return new AcceleratorProduct("GPU", 0);
        }
        return accelerators.product(label);
    }

    /** Returns the spelling of feature discovery, under which products are known. */
    static String labelOf(String model) {
        return model.replace(' ', '-');
    }

    /** Returns the pods that hold boards, or parts of them, by claims. */
    List<PodSummary> holders() {
        return DraPublishedGpu.usersOf(claimed.claims(), info.pods());
    }

    /** Returns the number of boards with its source, if these are all boards. */
    GpuBoardCount boardCount() {
        return new GpuBoardCount(GpuBoardCountSource.RESOURCE_SLICES, "ResourceSlices", claimed.gpus().size());
    }

    /** Returns the division in a few words. */
    static String divisionText(List<NodeGpuAllocationGroup> groups) {
        if (groups.isEmpty()) {
            return MESSAGES.text("division.whole");
        }
        return groups.stream().map(group -> switch (group.form()) {
            case MIG -> MESSAGES.text("division.mig");
            case SHARED -> MESSAGES.text("division.shared");
            default -> MESSAGES.text("division.whole");
        }).distinct().collect(Collectors.joining(", "));
    }
}

package tessera.insight;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DeviceLedger.DeviceStatus;
import tessera.dra.DevicePool;
import tessera.insight.AcceleratorCatalog.Product;
import tessera.insight.GpuGroup.GroupForm;
import tessera.insight.GpuGroup.GroupOrigin;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.ResourceUse;

/**
 * The boards of a node that are handed out by claims, as groups. A board that a device plugin offers, too, is counted once:
 * with the plugin's, held by whoever holds it either way.
 */
final class ClaimedGroups {

    private final NodeInfo info;
    private final SliceBoards claimed;
    /** Those that nobody holds in pools which the scheduler passes over. */
    private final SliceBoards skipped;
    private final PoolGap gap;
    private final AcceleratorCatalog accelerators;
    /** Pods whose requests for extended resources a claim meets. */
    private final Set<String> extended;

    ClaimedGroups(NodeInfo info, SliceBoards claimed, AcceleratorCatalog accelerators) {
        this.info = info;
        this.claimed = claimed;
        skipped = boards(ClaimedGroups::skipped);
        gap = PoolGap.of(DevicePool.of(info.devices()));
        this.accelerators = accelerators;
        extended = SliceBoard.pods(info.devices().claims().stream().filter(ResourceClaim::extended).toList());
    }

    private static boolean skipped(SliceBoard board) {
        return board.withheld() && board.devices().stream().anyMatch(each -> each.state() == DeviceStatus.POOL_SKIPPED);
    }

    /** All others. Divided boards of which no part can be had are by themselves: how many these are is known. */
    private List<SliceBoards.SliceGroup> allocatable() {
        Predicate<SliceBoard> shut = board -> board.withheld() && board.form() != GroupForm.WHOLE;
        return Stream.concat(boards(board -> !skipped(board) && !shut.test(board)).groups().stream(),
                boards(board -> !skipped(board) && shut.test(board)).groups().stream()).toList();
    }

    private SliceBoards boards(Predicate<SliceBoard> kind) {
        return new SliceBoards(claimed.boards().stream().filter(kind).toList(), List.of());
    }

    PoolGap gap() {
        return gap;
    }

    SliceBoards boards() {
        return claimed;
    }

    /** What a device plugin hands out of a resource: what claims meet of the requests for it is not of the plugin. */
    ResourceUse offered(ResourceUse use) {
        var others = info.pods().stream().filter(pod -> pod.holdsResources() && extended.contains(pod.key())
                && pod.requests().get(use.resource()) > 0).toList();
        long met = others.stream().mapToLong(pod -> pod.requests().get(use.resource())).sum();
        return met == 0 ? use
                : new ResourceUse(use.resource(), use.capacity(), use.allocatable(),
                        Math.max(0, use.allocated() - met), Math.max(0, use.pods() - others.size()));
    }

    /**
     * The groups of device plugins, with what claims hold of the same boards, and groups of those that are beyond what plugins
     * offer.
     */
    List<GpuGroup> with(List<GpuGroup> plugged) {
        var groups = new ArrayList<>(plugged);
        var merged = new HashSet<String>();
        for (var group : allocatable()) {
            if (!offers(plugged, group.driver())) {
                groups.add(group(group));
            } else if (merged.add(group.driver().name())) {
                overlap(groups, group);
            }
        }
        skipped.groups().stream().filter(group -> !offers(plugged, group.driver()))
                .forEach(group -> groups.add(GpuGroup.of(GroupForm.NOT_OFFERED, group.boards().size(), 1, List.of(),
                        new GroupOrigin(product(group.model()), gap.total()))));
        return groups;
    }

    /**
     * Counts boards of a driver once that a device plugin offers, too. Nobody tells whether what claims hold is what pods of
     * the plugin hold: all of it may be, or nothing.
     */
    private void overlap(List<GpuGroup> groups, SliceBoards.SliceGroup claimedAlike) {
        var driver = claimedAlike.driver();
        long held = claimed.boards().stream().filter(board -> board.driver().equals(driver) && board.held()).count();
        var same = groups.stream().filter(group -> offers(group, driver)).toList();
        int users = (int) users(driver, same);
        long most = held;
        long fewest = Math.max(0, held - same.stream().mapToLong(GpuGroup::fewest).sum());
        for (var group : same) {
            long surely = Math.clamp(group.count() - group.fewest(), 0, fewest);
            long perhaps = Math.clamp(group.count() - group.most(), 0, most);
            groups.set(groups.indexOf(group), group.alsoHeld(surely, perhaps, users));
            users = group.form() == GroupForm.WHOLE ? 0 : users;
            fewest -= surely;
            most -= perhaps;
        }
        long beyond = boards(driver) - same.stream().mapToLong(GpuGroup::count).sum();
        if (beyond > 0) {
            groups.add(GpuGroup.of(GroupForm.WHOLE, beyond, 1,
                    List.of(new ResourceUse(driver.resource(), beyond, beyond, 0, 0)),
                    new GroupOrigin(product(claimedAlike.model()), gap.total())).alsoHeld(fewest, most, users));
        }
    }

    /** How many pods hold boards of a driver by claims and none of them by a device plugin. */
    private long users(GpuDriver driver, List<GpuGroup> plugged) {
        var claims = claimed.boards().stream().filter(board -> board.driver().equals(driver))
                .flatMap(board -> board.claims().stream()).collect(Collectors.toSet());
        return SliceBoard.users(claims, info.pods()).stream().filter(pod -> plugged.stream()
                .flatMap(group -> group.uses().stream()).allMatch(use -> pod.requests().get(use.resource()) == 0)
                || extended.contains(pod.key())).count();
    }

    private long boards(GpuDriver driver) {
        return claimed.boards().stream().filter(board -> board.driver().equals(driver)).count();
    }

    private static boolean offers(List<GpuGroup> plugged, GpuDriver driver) {
        return plugged.stream().anyMatch(group -> offers(group, driver));
    }

    private static boolean offers(GpuGroup group, GpuDriver driver) {
        return group.uses().stream().anyMatch(use -> driver.offers(use.resource()));
    }

    private GpuGroup group(SliceBoards.SliceGroup of) {
        var uses = of.uses(info.pods());
        int parts = of.form() == GroupForm.SHARED ? of.boards().stream().mapToInt(SliceBoard::shares).max().orElse(1)
                : 1;
        return GpuGroup.of(of.form(), of.boards().size(), parts, uses,
                new GroupOrigin(product(of.model()), gap.total())).lyingOn(of.touched());
    }

    Product product(String model) {
        return model.isEmpty() ? new Product("GPU", 0) : accelerators.product(label(model));
    }

    /** The spelling of feature discovery, under which products are known. */
    static String label(String model) {
        return model.replace(' ', '-');
    }

    /** The pods that hold boards, or parts of them, by claims. */
    List<PodFacts> holders() {
        return SliceBoard.users(claimed.claims(), info.pods());
    }

    /** Who says how many boards there are, if these are all there are. */
    BoardCount count() {
        return new BoardCount(BoardWitness.RESOURCE_SLICES, "ResourceSlices", claimed.boards().size());
    }

    /** In a few words how they are divided. */
    static String division(List<GpuGroup> groups) {
        return groups.stream().map(group -> switch (group.form()) {
            case MIG -> "MIG by claims";
            case SHARED -> "shared by claims";
            default -> "by claims";
        }).distinct().collect(Collectors.joining(", "));
    }
}

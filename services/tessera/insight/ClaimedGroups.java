package tessera.insight;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.insight.Accelerators.Product;
import tessera.insight.GpuGroup.Form;
import tessera.insight.GpuGroup.Origin;
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
    private final Accelerators accelerators;
    /** Pods whose requests for extended resources a claim meets. */
    private final Set<String> extended;

    ClaimedGroups(NodeInfo info, SliceBoards claimed, Accelerators accelerators) {
        this.info = info;
        this.claimed = claimed;
        this.accelerators = accelerators;
        extended = SliceBoard.pods(info.devices().claims().stream().filter(ResourceClaim::extended).toList());
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

    /** Boards of vendors whose device plugins offer nothing here, and those that are beyond what is offered. */
    List<GpuGroup> beside(List<GpuGroup> plugged) {
        var groups = new ArrayList<GpuGroup>();
        var merged = new HashSet<String>();
        for (var group : claimed.groups()) {
            if (!offers(plugged, group.driver())) {
                groups.add(group(group));
            } else if (merged.add(group.driver().name())) {
                long all = boards(group.driver());
                long offered = plugged.stream().filter(each -> offers(each, group.driver()))
                        .mapToLong(GpuGroup::count).sum();
                if (all > offered) {
                    long held = claimed.boards().stream()
                            .filter(board -> board.driver().equals(group.driver()) && board.held()).count();
                    groups.add(GpuGroup.of(Form.WHOLE, all - offered, 1,
                            List.of(new ResourceUse(group.driver().resource(), all - offered, all - offered,
                                    Math.max(0, held - offered), 0)),
                            new Origin(product(group.model()), Bound.EXACT)));
                }
            }
        }
        return groups;
    }

    /** The groups of device plugins with what claims hold of the same boards. */
    List<GpuGroup> held(List<GpuGroup> plugged) {
        var groups = new ArrayList<GpuGroup>();
        var given = new HashSet<String>();
        for (var group : plugged) {
            var held = claimed.boards().stream().filter(board -> offers(group, board.driver()) && board.held())
                    .filter(board -> given.add(board.driver().name() + board.name())).count();
            groups.add(held == 0 || group.form() != Form.WHOLE ? group : group.alsoHeld(held));
        }
        return groups;
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

    private GpuGroup group(SliceBoards.Group of) {
        var uses = of.uses(info.pods());
        int parts = of.form() == Form.SHARED ? of.boards().stream().mapToInt(SliceBoard::shares).max().orElse(1) : 1;
        return GpuGroup.of(of.form(), of.boards().size(), parts, uses,
                new Origin(product(of.model()), Bound.EXACT)).lyingOn(of.touched());
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

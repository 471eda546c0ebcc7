package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.model.NodeResourceUse;
import tessera.sharing.GkeSharingLabels;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * The division of a node's boards, and its strategy.
 *
 * @param migMode  {@code mixed} or {@code single} where a MIG strategy is in force; empty otherwise
 * @param sharing  {@code time-slicing}, {@code mps}, {@code hami}, {@code volcano}, {@code vgpu}, a partition such as
 *                 {@code dpx_nps1}, or {@code shared} where it is not told by what; empty where boards are not divided
 * @param replicas how many parts each board has, the most where they differ; 1 where they are not divided, or nothing
 *                 tells into how many
 */
record NodeGpuPartitioning(String migMode, String sharing, int replicas) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuPartitioning.class);
    private static final int MOST_UNPARTITIONED = 8;

    static NodeGpuPartitioning of(NodeVendorBoards family, List<NodeGpuAllocationGroup> groups, String migMode) {
        int parts = groups.stream().filter(group -> group.form() == GpuAllocationKind.SHARED)
                .mapToInt(NodeGpuAllocationGroup::parts).max().orElse(1);
        int instances = groups.stream().filter(group -> group.form() == GpuAllocationKind.MIG)
                .flatMap(group -> group.uses().stream())
                .mapToInt(use -> NodeVendorBoards.sharesOfInstance(use.resource(), family.nodeSummary())).max()
                .orElse(1);
        int replicas = family.hasUncountedShares() ? 1 : Math.max(Math.max(parts, instances), family.replicas());
        return new NodeGpuPartitioning(migMode, sharingStrategy(family, groups, replicas), replicas);
    }

    private static String sharingStrategy(NodeVendorBoards family, List<NodeGpuAllocationGroup> groups, int replicas) {
        var strategy = family.nodeSummary().label("nvidia.com/gpu.sharing-strategy");
        var told = strategy.isEmpty() || strategy.equals("none")
                ? GkeSharingLabels.strategyOf(family.nodeSummary().labels())
                : strategy;
        if (!told.isEmpty()) {
            return told;
        }
        if (groups.stream().noneMatch(group -> group.form() == GpuAllocationKind.SHARED)) {
            return replicas > 1 ? "shared" : "";
        }
        if (!family.register().annotation().isEmpty()) {
            return family.register().isVolcano() ? "volcano" : "hami";
        }
        var resources = groups.stream().filter(group -> group.form() == GpuAllocationKind.SHARED)
                .map(group -> AcceleratorCatalog.shortName(group.uses().getFirst().resource())).toList();
        if (!family.partition().isEmpty() && family.partitionsPerBoard(family.partition()) > 1) {
            return family.partition().toLowerCase(Locale.ROOT);
        }
        return resources.stream().filter(resource -> family.partitionsPerBoard(resource) > 1).findFirst()
                .orElseGet(() -> partialFormName(groups));
    }

    private static String partialFormName(List<NodeGpuAllocationGroup> groups) {
        if (groups.stream().anyMatch(group -> group.origin().bound() == EstimateBoundKind.AT_LEAST
                && group.form() == GpuAllocationKind.SHARED)) {
            return "vgpu";
        }
        return "shared";
    }

    /** Returns whether a mode of the boards partitions them, so that their parts are no shares. */
    boolean isPartitioned(List<NodeGpuAllocationGroup> groups) {
        return groups.stream().anyMatch(group -> !partitionMode(group).isEmpty());
    }

    /** Returns the division in a few words, e.g. {@code MIG mixed}, {@code time-slice × 4}, {@code HAMi × 100}. */
    String divisionText(List<NodeGpuAllocationGroup> groups) {
        var texts = divisionTexts(groups);
        if (texts.isEmpty()) {
            return MESSAGES.text(mayBePartitioned(groups) ? "partitioning.whole-or-partitions" : "partitioning.whole");
        }
        return String.join(", ", texts);
    }

    /** Returns whether pods get the boards whole, as far as is known. */
    boolean isWhole(List<NodeGpuAllocationGroup> groups) {
        return divisionTexts(groups).isEmpty() && !mayBePartitioned(groups);
    }

    private static boolean mayBePartitioned(List<NodeGpuAllocationGroup> groups) {
        return groups.stream()
                .anyMatch(group -> group.origin().bound() == EstimateBoundKind.AT_MOST
                        && group.count() > MOST_UNPARTITIONED
                        && group.uses().stream().map(NodeResourceUse::resource).anyMatch("amd.com/gpu"::equals));
    }

    private List<String> divisionTexts(List<NodeGpuAllocationGroup> groups) {
        var texts = new ArrayList<String>();
        if (groups.stream().anyMatch(group -> group.form() == GpuAllocationKind.MIG)) {
            texts.add("MIG " + migMode);
        }
        if (groups.stream().anyMatch(NodeGpuPartitioning::isPassthrough)) {
            texts.add("passthrough");
        }
        if (isPartitioned(groups)) {
            texts.add(partitionText(groups));
        } else if (!sharing.isEmpty()) {
            texts.add(strategyText() + (replicas > 1 ? " × " + replicas : ""));
        }
        if (groups.stream().anyMatch(group -> group.lent() > 0)) {
            texts.add(MESSAGES.text("partitioning.fractions"));
        }
        return texts;
    }

    /** Returns each form of partitioning, with the number of boards if there are several. */
    private String partitionText(List<NodeGpuAllocationGroup> groups) {
        var offered = groups.stream().filter(group -> group.form() != GpuAllocationKind.NOT_OFFERED).toList();
        var texts = new ArrayList<String>();
        for (var group : offered) {
            var mode = partitionMode(group);
            var form = mode.isEmpty() ? MESSAGES.text("partitioning.whole")
                    : mode.toUpperCase(Locale.ROOT).replace('_', '/') + " × " + group.parts();
            texts.add((offered.size() != 1 ? MESSAGES.text("amount.gpus", group.count()) + " " : "") + form
                    + (mode.isEmpty() ? "" : memoryText(group, mode)));
        }
        return SentenceJoiner.joinClauses(texts);
    }

    /** Returns the mode in which the boards of a group are partitioned; empty if they are not. */
    private String partitionMode(NodeGpuAllocationGroup group) {
        if (group.form() != GpuAllocationKind.SHARED) {
            return "";
        }
        return group.uses().stream().map(use -> AcceleratorCatalog.shortName(use.resource()))
                .filter(NodeGpuPartitioning::isMode).findFirst().orElse(isMode(sharing) ? sharing : "");
    }

    private static boolean isMode(String name) {
        return name.contains("_nps");
    }

    /** Returns the memory of each partition; in mode NPS1 all partitions of a board allocate from the whole of it. */
    private static String memoryText(NodeGpuAllocationGroup group, String mode) {
        int memory = group.origin().product().gigabytes();
        if (memory < group.parts()) {
            return "";
        }
        if (mode.endsWith("_nps1")) {
            return MESSAGES.text("partitioning.memory-shared", memory);
        }
        return MESSAGES.text("partitioning.memory-each", memory / group.parts());
    }

    /** Returns whether virtual machines get its boards by passthrough. */
    private static boolean isPassthrough(NodeGpuAllocationGroup group) {
        return group.form() == GpuAllocationKind.WHOLE && group.uses().stream().map(NodeResourceUse::resource)
                .anyMatch(resource -> resource.startsWith("nvidia.com/") && !resource.equals("nvidia.com/gpu"));
    }

    private String strategyText() {
        return switch (sharing) {
            case "mps" -> "MPS";
            case "time-slicing" -> "time-slice";
            case "hami" -> "HAMi";
            case "volcano" -> "Volcano vGPU";
            case "vgpu" -> "vGPU";
            default -> sharing;
        };
    }
}

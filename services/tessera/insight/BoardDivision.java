package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.insight.GpuGroup.GroupForm;
import tessera.model.Plurals;
import tessera.model.ResourceUse;

/**
 * How the boards of a node are divided, and by whom.
 *
 * @param migMode  {@code mixed} or {@code single} where a MIG strategy is in force; empty otherwise
 * @param sharing  {@code time-slicing}, {@code mps}, {@code hami}, {@code volcano}, {@code vgpu}, a partition such as
 *                 {@code dpx_nps1}, or {@code shared} where it is not told by what; empty where boards are not divided
 * @param replicas how many parts each board has, the most where they differ; 1 where they are not divided
 */
record BoardDivision(String migMode, String sharing, int replicas) {

    private static final String GKE_STRATEGY = "cloud.google.com/gke-gpu-sharing-strategy";
    private static final int MOST_UNPARTITIONED = 8;

    static BoardDivision of(BoardFamily family, List<GpuGroup> groups, String migMode) {
        int parts = groups.stream().filter(group -> group.form() == GroupForm.SHARED).mapToInt(GpuGroup::parts).max()
                .orElse(1);
        int replicas = Math.max(parts, family.replicas());
        return new BoardDivision(migMode, sharing(family, groups, replicas), replicas);
    }

    private static String sharing(BoardFamily family, List<GpuGroup> groups, int replicas) {
        var strategy = family.facts().label("nvidia.com/gpu.sharing-strategy");
        var told = strategy.isEmpty() || strategy.equals("none") ? family.facts().label(GKE_STRATEGY) : strategy;
        if (!told.isEmpty()) {
            return told.equals("time-sharing") ? "time-slicing" : told;
        }
        if (groups.stream().noneMatch(group -> group.form() == GroupForm.SHARED)) {
            return replicas > 1 ? "shared" : "";
        }
        if (!family.register().boards().isEmpty()) {
            return family.register().ofVolcano() ? "volcano" : "hami";
        }
        var resources = groups.stream().filter(group -> group.form() == GroupForm.SHARED)
                .map(group -> WaitingReason.brief(group.uses().getFirst().resource())).toList();
        if (!family.partition().isEmpty() && family.partitions(family.partition()) > 1) {
            return family.partition().toLowerCase(Locale.ROOT);
        }
        return resources.stream().filter(resource -> family.partitions(resource) > 1).findFirst()
                .orElseGet(() -> groups.stream().anyMatch(group -> group.origin().bound() == EstimateBound.AT_LEAST
                        && group.form() == GroupForm.SHARED) ? "vgpu" : "shared");
    }

    /** In a few words, e.g. {@code MIG mixed}, {@code time-slice × 4}, {@code HAMi × 100}. */
    String words(List<GpuGroup> groups) {
        var words = new ArrayList<String>();
        if (groups.stream().anyMatch(group -> group.form() == GroupForm.MIG)) {
            words.add("MIG " + migMode);
        }
        if (groups.stream().anyMatch(BoardDivision::passedThrough)) {
            words.add("passthrough");
        }
        if (groups.stream().anyMatch(group -> !partition(group).isEmpty())) {
            words.add(partitioned(groups));
        } else if (!sharing.isEmpty()) {
            words.add(by() + " × " + replicas);
        }
        if (groups.stream().anyMatch(group -> group.lent() > 0)) {
            words.add("KAI fractions");
        }
        boolean open = groups.stream().anyMatch(group -> group.origin().bound() == EstimateBound.AT_MOST
                && group.count() > MOST_UNPARTITIONED
                && group.uses().stream().anyMatch(use -> use.resource().equals("amd.com/gpu")));
        if (words.isEmpty()) {
            words.add(open ? "whole or partitions" : "whole");
        }
        return String.join(", ", words);
    }

    /** Each way in which boards are handed out, and on how many of them where there are several. */
    private String partitioned(List<GpuGroup> groups) {
        var offered = groups.stream().filter(group -> group.form() != GroupForm.NOT_OFFERED).toList();
        var words = new ArrayList<String>();
        for (var group : offered) {
            var mode = partition(group);
            var form = mode.isEmpty() ? "whole"
                    : mode.toUpperCase(Locale.ROOT).replace('_', '/') + " × " + group.parts();
            words.add((offered.size() == 1 ? "" : Plurals.of(group.count(), "GPU") + " ") + form
                    + (mode.isEmpty() ? "" : memory(group, mode)));
        }
        return String.join("; ", words);
    }

    /** The mode in which the boards of a group are partitioned; empty where they are not. */
    private String partition(GpuGroup group) {
        if (group.form() != GroupForm.SHARED) {
            return "";
        }
        return group.uses().stream().map(use -> WaitingReason.brief(use.resource())).filter(BoardDivision::isMode)
                .findFirst().orElse(isMode(sharing) ? sharing : "");
    }

    private static boolean isMode(String name) {
        return name.contains("_nps");
    }

    /** The fair share of a partition; in mode NPS1 nothing keeps it from allocating more of the board's memory. */
    private static String memory(GpuGroup group, String mode) {
        int memory = group.origin().product().gigabytes();
        if (memory < group.parts()) {
            return "";
        }
        return ", %d GB each%s".formatted(memory / group.parts(), mode.endsWith("_nps1") ? " (not isolated)" : "");
    }

    /** Whether virtual machines are given its boards as they are. */
    private static boolean passedThrough(GpuGroup group) {
        return group.form() == GroupForm.WHOLE && group.uses().stream().map(ResourceUse::resource)
                .anyMatch(resource -> resource.startsWith("nvidia.com/") && !resource.equals("nvidia.com/gpu"));
    }

    private String by() {
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

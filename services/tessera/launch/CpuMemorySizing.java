package tessera.launch;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.model.NodeInfo;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;

/**
 * How much of processors and memory goes with a device on the nodes that offer it: who asks for more keeps other devices of
 * the node from being used.
 *
 * @param least on the node that has fewest of each
 * @param most  on the node that has most of each
 */
public record CpuMemorySizing(Share least, Share most) {

    private static final long CORE = 1_000;
    private static final long GIBIBYTE = 1L << 30;

    /**
     * What goes with a device.
     *
     * @param thousandths of a core
     * @param bytes       of memory
     */
    public record Share(long thousandths, long bytes) {}

    /**
     * That of the nodes to which a workload can go; empty where no node offers the resource.
     *
     * @param settings of its template: where they select nodes with the resource, only those are meant
     */
    public static Optional<CpuMemorySizing> of(Snapshot snapshot, String resource, Map<String, String> settings) {
        var labels = WorkloadPlacement.labels(settings);
        var offering = snapshot.nodes().stream().filter(node -> amount(node, resource) > 0).toList();
        var selected = offering.stream().filter(node -> WorkloadPlacement.selected(node, labels)).toList();
        var nodes = selected.isEmpty() ? offering : selected;
        var processors = shares(nodes, resource, ResourceAmounts.CPU);
        var memory = shares(nodes, resource, ResourceAmounts.MEMORY);
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(new CpuMemorySizing(new Share(processors.getMin(), memory.getMin()),
                        new Share(processors.getMax(), memory.getMax())));
    }

    private static LongSummaryStatistics shares(List<NodeInfo> nodes, String resource, String of) {
        return nodes.stream().mapToLong(node -> amount(node, of) / amount(node, resource)).summaryStatistics();
    }

    private static long amount(NodeInfo node, String resource) {
        return node.facts().allocatable().get(resource);
    }

    /** As a sentence without a full stop, with what is too much of what was asked. */
    public String words(Map<String, String> settings) {
        var share = "With each go %s cores and %s GiB of its node".formatted(
                range(cores(least.thousandths), cores(most.thousandths)),
                range(Long.toString(least.bytes / GIBIBYTE), Long.toString(most.bytes / GIBIBYTE)));
        long count = Quantity.units(settings.getOrDefault("count", "1")).orElse(1);
        var processors = Quantity.thousandths(settings.getOrDefault("cpu", ""));
        var memory = Quantity.units(settings.getOrDefault("memory", ""));
        var everywhere = more(beyond(processors, most.thousandths * count), beyond(memory, most.bytes * count));
        var somewhere = more(beyond(processors, least.thousandths * count), beyond(memory, least.bytes * count));
        return !everywhere.isEmpty()
                ? "%s; if it takes more %s, other devices there stay unused".formatted(share, everywhere)
                : !somewhere.isEmpty()
                        ? "%s; where it takes more %s than that, other devices stay unused".formatted(share, somewhere)
                        : share;
    }

    private static String more(boolean processors, boolean memory) {
        return processors && memory ? "of both" : processors ? "cores" : memory ? "memory" : "";
    }

    private static String range(String least, String most) {
        return least.equals(most) ? least : least + " to " + most;
    }

    private static boolean beyond(OptionalLong asked, long share) {
        return asked.isPresent() && asked.getAsLong() > share;
    }

    private static String cores(long thousandths) {
        return thousandths < CORE ? "0." + thousandths * 10 / CORE : Long.toString(thousandths / CORE);
    }
}

package tessera.launch;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;

/**
 * The CPU and memory per device on nodes that offer it: larger requests leave other devices of the node unusable.
 *
 * @param minimum on the node that has fewest of each
 * @param maximum  on the node that has most of each
 */
public record PerDeviceCpuMemorySizing(PerDeviceAmount minimum, PerDeviceAmount maximum) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PerDeviceCpuMemorySizing.class);
    private static final long CORE = 1_000;
    private static final long GIBIBYTE = 1L << 30;

    /**
     * CPU and memory per device.
     *
     * @param thousandths of a core
     * @param bytes       of memory
     */
    public record PerDeviceAmount(long thousandths, long bytes) {}

    /**
     * Returns the share of the workload's candidate nodes; empty if no node offers the resource.
     *
     * @param settings of its template: where they select nodes with the resource, only those are meant
     */
    public static Optional<PerDeviceCpuMemorySizing> of(ClusterSnapshot clusterSnapshot, String resource,
            Map<String, String> settings) {
        var labels = WorkloadSchedulingSettings.nodeLabels(settings);
        var offering = clusterSnapshot.nodes().stream().filter(node -> allocatableAmount(node, resource) > 0).toList();
        var selected = offering.stream().filter(node -> WorkloadSchedulingSettings.matchesLabels(node, labels))
                .toList();
        var nodes = selected.isEmpty() ? offering : selected;
        var processors = sharesOf(nodes, resource, ResourceAmounts.CPU);
        var memory = sharesOf(nodes, resource, ResourceAmounts.MEMORY);
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new PerDeviceCpuMemorySizing(new PerDeviceAmount(processors.getMin(), memory.getMin()),
                new PerDeviceAmount(processors.getMax(), memory.getMax())));
    }

    private static LongSummaryStatistics sharesOf(List<NodeWithBoundPods> nodes, String resource, String of) {
        return nodes.stream().mapToLong(node -> allocatableAmount(node, of) / allocatableAmount(node, resource))
                .summaryStatistics();
    }

    private static long allocatableAmount(NodeWithBoundPods node, String resource) {
        return node.nodeSummary().allocatable().get(resource);
    }

    /** Returns a sentence without a full stop, with the settings that are too large. */
    public String sizingText(Map<String, String> settings) {
        var share = MESSAGES.text("share", rangeText(coresText(minimum.thousandths), coresText(maximum.thousandths)),
                rangeText(Long.toString(minimum.bytes / GIBIBYTE), Long.toString(maximum.bytes / GIBIBYTE)));
        long count = QuantityParser.parseUnits(settings.getOrDefault("count", "1")).orElse(1);
        var processors = QuantityParser.parseThousandths(settings.getOrDefault("cpu", ""));
        var memory = QuantityParser.parseUnits(settings.getOrDefault("memory", ""));
        var everywhere = excessText(exceeds(processors, maximum.thousandths * count),
                exceeds(memory, maximum.bytes * count));
        var somewhere = excessText(exceeds(processors, minimum.thousandths * count),
                exceeds(memory, minimum.bytes * count));
        if (!everywhere.isEmpty()) {
            return MESSAGES.text("share.all", share, everywhere);
        }
        if (!somewhere.isEmpty()) {
            return MESSAGES.text("share.some", share, somewhere);
        }
        return share;
    }

    private static String excessText(boolean processors, boolean memory) {
        if (processors && memory) {
            return MESSAGES.text("share.both");
        }
        if (processors) {
            return MESSAGES.text("share.cpu");
        }
        if (memory) {
            return MESSAGES.text("share.memory");
        }
        return "";
    }

    private static String rangeText(String least, String most) {
        return least.equals(most) ? least : MESSAGES.text("share.range", least, most);
    }

    private static boolean exceeds(OptionalLong asked, long share) {
        return asked.isPresent() && asked.getAsLong() > share;
    }

    private static String coresText(long thousandths) {
        return thousandths < CORE ? "0." + thousandths * 10 / CORE : Long.toString(thousandths / CORE);
    }
}

package tessera.launch;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.model.NodeInfo;
import tessera.model.Quantity;
import tessera.model.Resources;
import tessera.model.Snapshot;

/**
 * How much of processors and memory goes with a device on the nodes that offer it: who asks for more keeps other devices of
 * the node from being used.
 *
 * @param thousandths of a core for each device, on the node that has fewest
 * @param bytes       of memory for each device, on the node that has least
 */
public record Sizing(long thousandths, long bytes) {

    private static final long CORE = 1_000;
    private static final long GIBIBYTE = 1L << 30;

    /** Empty where no node offers the resource. */
    public static Optional<Sizing> of(Snapshot snapshot, String resource) {
        var nodes = snapshot.nodes().stream().filter(node -> amount(node, resource) > 0).toList();
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(new Sizing(least(nodes, resource, Resources.CPU),
                        least(nodes, resource, Resources.MEMORY)));
    }

    private static long least(List<NodeInfo> nodes, String resource, String of) {
        return nodes.stream().map(node -> amount(node, of) / amount(node, resource)).min(Comparator.naturalOrder())
                .orElse(0L);
    }

    private static long amount(NodeInfo node, String resource) {
        return node.facts().allocatable().get(resource);
    }

    /** As a sentence without a full stop, with what is too much of what was asked. */
    public String words(Map<String, String> settings) {
        var share = "With each go %s cores and %d GiB of its node".formatted(cores(thousandths), bytes / GIBIBYTE);
        long count = Quantity.units(settings.getOrDefault("count", "1")).orElse(1);
        boolean processors = beyond(Quantity.thousandths(settings.getOrDefault("cpu", "")), thousandths * count);
        boolean memory = beyond(Quantity.units(settings.getOrDefault("memory", "")), bytes * count);
        if (!processors && !memory) {
            return share;
        }
        return "%s; if it takes more %s, other devices there stay unused".formatted(share,
                processors && memory ? "of both" : processors ? "cores" : "memory");
    }

    private static boolean beyond(OptionalLong asked, long share) {
        return asked.isPresent() && asked.getAsLong() > share;
    }

    private static String cores(long thousandths) {
        return thousandths < CORE ? "0." + thousandths * 10 / CORE : Long.toString(thousandths / CORE);
    }
}

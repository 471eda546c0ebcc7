package tessera.gpu;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.NodeReadings;

/**
 * Nodes with the holders of GPUs that their exporters report. A node of which an exporter tells nothing new is the same
 * object again. One thread at a time.
 */
final class GpuNodeReadingsCompleter {

    private IdentityHashMap<GpuNode, NodeWithReadings> previousByNode = new IdentityHashMap<>();
    private IdentityHashMap<GpuNode, NodeWithReadings> currentByNode = new IdentityHashMap<>();

    private final DeviceHealthRules rules;

    GpuNodeReadingsCompleter(DeviceHealthRules rules) {
        this.rules = rules;
    }

    private record NodeWithReadings(@Nullable NodeReadings readings, GpuNode node) {}

    /**
     * @param readings what was read of it of late; null when that is nothing
     * @param reader   reads it anew where these show other boards
     */
    GpuNode nodeWith(GpuNode plain, @Nullable NodeReadings readings, NodeGpuReader reader) {
        var before = previousByNode.get(plain);
        var now = before != null && isSame(before.readings, readings) ? before
                : readNode(plain, readings, before, reader);
        currentByNode.put(plain, now);
        return now.node;
    }

    private NodeWithReadings readNode(GpuNode plain, @Nullable NodeReadings readings, @Nullable NodeWithReadings before,
            NodeGpuReader reader) {
        var laid = readings == null ? plain
                : ExporterReportedGpuModels.nameBoards(reader.withExporterCount(plain, readings), readings)
                        .withReportedLayout(readings);
        var node = laid.withFaultyGpus(FaultyGpus.of(laid, readings, rules));
        return new NodeWithReadings(readings, before != null && before.node.groups().equals(node.groups())
                && before.node.faultyGpus().equals(node.faultyGpus())
                && before.node.boardCount().equals(node.boardCount()) ? before.node : node);
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(@Nullable NodeReadings one, @Nullable NodeReadings other) {
        return one == other;
    }

    /** Forgets nodes that were not requested since the last call. */
    void forgetUnused() {
        previousByNode = currentByNode;
        currentByNode = new IdentityHashMap<>();
    }
}

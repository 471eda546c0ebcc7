package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.MigRepartitioning.RepartitionCandidate;
import tessera.mig.InstanceCombination;
import tessera.mig.LayoutText;
import tessera.scheduling.MigRoom;

/** Which nodes could be divided anew to make room for instances. */
public final class RoomReport extends CommandReport {

    private final InstanceCombination wanted;
    private final List<MigRoom> rooms;

    public RoomReport(InstanceCombination wanted, List<MigRoom> rooms) {
        super(List.of("NODE", "CUT-ANEW", "PODS-EVICTED", "LAYOUT", "ALSO-MISSING"), List.of());
        this.wanted = wanted;
        this.rooms = List.copyOf(rooms);
    }

    @Override
    void fill(TextTable table, boolean all) {
        rooms.forEach(room -> table.add(List.of(room.candidate().node().name(), cut(room.candidate()),
                Integer.toString(room.candidate().pods()), text(room.candidate()),
                room.missing().isEmpty() ? "-" : String.join("; ", room.missing()))));
    }

    private static String cut(RepartitionCandidate candidate) {
        return candidate.changed().stream().sorted().map(String::valueOf)
                .collect(Collectors.joining(", ", candidate.changed().size() == 1 ? "GPU " : "GPUs ", ""));
    }

    private static String text(RepartitionCandidate candidate) {
        return LayoutText.write(candidate.layout().entries());
    }

    @Override
    String nothing() {
        return wanted.size() == 0 ? "The pod asks for no MIG instance."
                : "No node has GPUs that nobody holds and that could be cut into %s, or one offers them already."
                        .formatted(wanted);
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "MigRoom")
                .put("wanted", wanted.toString());
        var nodes = json.putArray("nodes");
        for (var room : rooms) {
            var candidate = room.candidate();
            var node = nodes.addObject().put("node", candidate.node().name()).put("podsEvicted", candidate.pods())
                    .put("layout", text(candidate));
            candidate.changed().stream().sorted().forEach(node.putArray("gpusCut")::add);
            room.missing().forEach(node.putArray("missing")::add);
        }
        return json;
    }
}

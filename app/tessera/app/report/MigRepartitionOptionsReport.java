package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.MigRepartitionFinder.RepartitionCandidate;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayoutNotation;
import tessera.scheduling.MigRepartitionOption;

/** A report on nodes that could be repartitioned for MIG instances. */
public final class MigRepartitionOptionsReport extends CommandOutputReport {

    private final MigInstanceCombination wanted;
    private final List<MigRepartitionOption> rooms;

    public MigRepartitionOptionsReport(MigInstanceCombination wanted, List<MigRepartitionOption> rooms) {
        super(List.of("NODE", "CUT-ANEW", "PODS-EVICTED", "LAYOUT", "ALSO-MISSING"), List.of());
        this.wanted = wanted;
        this.rooms = List.copyOf(rooms);
    }

    @Override
    void fillTable(TextTable table, boolean all) {
        rooms.forEach(room -> table.add(List.of(room.candidate().node().name(), changedGpusText(room.candidate()),
                Integer.toString(room.candidate().pods()), layoutText(room.candidate()),
                room.remainingProblems().isEmpty() ? "-" : String.join("; ", room.remainingProblems()))));
    }

    private static String changedGpusText(RepartitionCandidate candidate) {
        return candidate.changed().stream().sorted().map(String::valueOf)
                .collect(Collectors.joining(", ", candidate.changed().size() == 1 ? "GPU " : "GPUs ", ""));
    }

    private static String layoutText(RepartitionCandidate candidate) {
        return MigLayoutNotation.format(candidate.layout().toConfigEntries());
    }

    @Override
    String emptyText() {
        return wanted.instanceCount() == 0 ? "The pod asks for no MIG instance."
                : "No node has GPUs that nobody holds and that could be cut into %s, or one offers them already."
                        .formatted(wanted);
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "MigRoom")
                .put("wanted", wanted.toString());
        var nodes = json.putArray("nodes");
        for (var room : rooms) {
            var candidate = room.candidate();
            var node = nodes.addObject().put("node", candidate.node().name()).put("podsEvicted", candidate.pods())
                    .put("layout", layoutText(candidate));
            candidate.changed().stream().sorted().forEach(node.putArray("gpusCut")::add);
            room.remainingProblems().forEach(node.putArray("missing")::add);
        }
        return json;
    }
}

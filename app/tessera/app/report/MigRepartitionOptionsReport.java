package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import tessera.gpu.MigRepartitionFinder.RepartitionCandidate;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayoutNotation;
import tessera.scheduling.MigRepartitionOption;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** A report on nodes that could be repartitioned for MIG instances. */
public final class MigRepartitionOptionsReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigRepartitionOptionsReport.class);

    private final MigInstanceCombination requested;
    private final List<MigRepartitionOption> options;

    public MigRepartitionOptionsReport(MigInstanceCombination requested, List<MigRepartitionOption> options) {
        super(List.of("NODE", "CUT-ANEW", "PODS-EVICTED", "LAYOUT", "ALSO-MISSING"), List.of());
        this.requested = requested;
        this.options = List.copyOf(options);
    }

    @Override
    void fillTable(TextTable table, boolean all) {
        options.forEach(option -> table.add(List.of(option.candidate().node().name(),
                changedGpusText(option.candidate()), Integer.toString(option.candidate().pods()),
                layoutText(option.candidate()),
                option.remainingProblems().isEmpty() ? "-" : SentenceJoiner.joinClauses(option.remainingProblems()))));
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
        if (requested.instanceCount() == 0) {
            return MESSAGES.text("migOptions.noRequest");
        }
        return MESSAGES.text("migOptions.none", requested);
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "MigRoom")
                .put("wanted", requested.toString());
        var nodes = json.putArray("nodes");
        for (var option : options) {
            var candidate = option.candidate();
            var node = nodes.addObject().put("node", candidate.node().name()).put("podsEvicted", candidate.pods())
                    .put("layout", layoutText(candidate));
            candidate.changed().stream().sorted().forEach(node.putArray("gpusCut")::add);
            option.remainingProblems().forEach(node.putArray("missing")::add);
        }
        return json;
    }
}

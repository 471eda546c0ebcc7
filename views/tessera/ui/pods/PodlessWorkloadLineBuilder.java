package tessera.ui.pods;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tessera.insight.GpuFleet;
import tessera.model.ExceededQuotaMessage;
import tessera.model.ResourceAmounts;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.ConditionField;

/** Computes the lines of the pods screen for workloads without pods. */
final class PodlessWorkloadLineBuilder {

    private final Function<ResourceAmounts, String> wants;
    private final TableFilterParser<WorkloadWithoutPods> filter;

    /** @param wants the accelerators among some amounts, in words */
    PodlessWorkloadLineBuilder(Function<ResourceAmounts, String> wants) {
        this.wants = wants;
        filter = new TableFilterParser<>(Map.of("name", ConditionField.text(pods -> pods.workload().name()), "ns",
                ConditionField.text(pods -> pods.workload().namespace()), "owner",
                ConditionField.text(pods -> pods.workload().name()), "kind",
                ConditionField.text(pods -> pods.workload().kind()), "wants",
                ConditionField.text(pods -> wants.apply(pods.requests()))),
                Map.of());
    }

    List<PodListLine> createLines(GpuFleet fleet, PodsScreenQuery query) {
        var reading = filter.read(query.filter());
        var work = query.podless().workloads().stream()
                .filter(pods -> query.namespace().isEmpty() || query.namespace().equals(pods.workload().namespace()))
                .filter(pods -> reading.problem().isEmpty() && reading.accepts().test(pods)).toList();
        var lines = new ArrayList<PodListLine>();
        if (!work.isEmpty()) {
            lines.add(new PodListLine.SectionHeading("podless", StatusGlyph.NONE,
                    NumberText.withNoun(work.size(), "workload") + (work.size() == 1 ? " lacks" : " lack") + " pods",
                    "suspended, or their pods are refused"));
            work.forEach(pods -> lines
                    .add(new PodListLine.PodlessWorkloadLine(pods.workload(), reasonText(pods),
                            wants.apply(pods.requests()),
                            AgeText.ageOf(pods.since(), fleet.snapshot(), query.now()))));
        }
        if (!query.podless().gaps().isEmpty() && query.filter().isBlank()) {
            lines.add(
                    new PodListLine.SectionHeading("gaps", StatusGlyph.UNREACHABLE,
                            "Work that lacks pods is not all known",
                            String.join("; ", query.podless().gaps())));
        }
        return lines;
    }

    private static String reasonText(WorkloadWithoutPods work) {
        // Of a quota it says the same at length.
        return work.detail().isEmpty() || ExceededQuotaMessage.parse(work.detail()).isPresent() ? work.headline()
                : work.headline() + ": " + work.detail();
    }
}

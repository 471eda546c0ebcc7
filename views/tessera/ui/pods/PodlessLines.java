package tessera.ui.pods;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tessera.insight.GpuFleet;
import tessera.model.ExceededQuota;
import tessera.model.ResourceAmounts;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;

/** Computes the lines of the pods screen for workloads without pods. */
final class PodlessLines {

    private final Function<ResourceAmounts, String> wants;
    private final TableFilter<WorkloadWithoutPods> filter;

    /** @param wants the accelerators among some amounts, in words */
    PodlessLines(Function<ResourceAmounts, String> wants) {
        this.wants = wants;
        filter = new TableFilter<>(Map.of("name", ConditionField.text(pods -> pods.workload().name()), "ns",
                ConditionField.text(pods -> pods.workload().namespace()), "owner",
                ConditionField.text(pods -> pods.workload().name()), "kind",
                ConditionField.text(pods -> pods.workload().kind()), "wants",
                ConditionField.text(pods -> wants.apply(pods.requests()))),
                Map.of());
    }

    List<PodLine> createLines(GpuFleet fleet, PodsQuery query) {
        var reading = filter.read(query.filter());
        var work = query.podless().workloads().stream()
                .filter(pods -> query.namespace().isEmpty() || query.namespace().equals(pods.workload().namespace()))
                .filter(pods -> reading.problem().isEmpty() && reading.accepts().test(pods)).toList();
        var lines = new ArrayList<PodLine>();
        if (!work.isEmpty()) {
            lines.add(new PodLine.SectionHeading("podless", StatusGlyph.NONE,
                    NumberText.withNoun(work.size(), "workload") + (work.size() == 1 ? " lacks" : " lack") + " pods",
                    "suspended, or their pods are refused"));
            work.forEach(pods -> lines
                    .add(new PodLine.WorkloadLine(pods.workload(), reasonText(pods), wants.apply(pods.requests()),
                            AgeText.ageOf(pods.since(), fleet.snapshot(), query.now()))));
        }
        if (!query.podless().gaps().isEmpty() && query.filter().isBlank()) {
            lines.add(
                    new PodLine.SectionHeading("gaps", StatusGlyph.UNREACHABLE, "Work that lacks pods is not all known",
                            String.join("; ", query.podless().gaps())));
        }
        return lines;
    }

    private static String reasonText(WorkloadWithoutPods work) {
        // Of a quota it says the same at length.
        return work.detail().isEmpty() || ExceededQuota.parse(work.detail()).isPresent() ? work.headline()
                : work.headline() + ": " + work.detail();
    }
}

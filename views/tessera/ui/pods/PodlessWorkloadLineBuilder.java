package tessera.ui.pods;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tessera.gpu.GpuFleet;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ExceededQuotaMessage;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;

/** Computes the lines of the pods screen for workloads without pods. */
final class PodlessWorkloadLineBuilder {

    private final Function<ResourceAmounts, String> requestsFormatter;
    private final TableFilterParser<WorkloadWithoutPods> filter;

    /** @param requestsFormatter the accelerators among some amounts, in words */
    PodlessWorkloadLineBuilder(Function<ResourceAmounts, String> requestsFormatter) {
        this.requestsFormatter = requestsFormatter;
        filter = new TableFilterParser<>(
                Map.of("name", FilterableRowProperty.text(pods -> pods.workload().name()), "ns",
                        FilterableRowProperty.text(pods -> pods.workload().namespace()), "owner",
                        FilterableRowProperty.text(pods -> pods.workload().name()), "kind",
                        FilterableRowProperty.text(pods -> pods.workload().kind()), "wants",
                        FilterableRowProperty.text(pods -> requestsFormatter.apply(pods.requests()))),
                Map.of());
    }

    List<PodListLine> createLines(GpuFleet fleet, PodsScreenInput query) {
        var reading = filter.read(query.filter());
        var work = query.podless().workloads().stream()
                .filter(pods -> query.namespace().isEmpty() || query.namespace().equals(pods.workload().namespace()))
                .filter(pods -> reading.problem().isEmpty() && reading.accepts().test(pods)).toList();
        var lines = new ArrayList<PodListLine>();
        if (!work.isEmpty()) {
            lines.add(new PodListLine.SectionHeading("podless", StatusGlyph.NONE,
                    GroupedNumberFormatter.withNoun(work.size(), "workload") + (work.size() == 1 ? " lacks" : " lack")
                            + " pods",
                    "suspended, or their pods are refused"));
            work.forEach(pods -> lines
                    .add(new PodListLine.PodlessWorkloadLine(pods.workload(), reasonText(pods),
                            requestsFormatter.apply(pods.requests()),
                            AgeFormatter.ageOf(pods.since(), fleet.snapshot(), query.now()))));
        }
        if (!query.podless().problemTexts().isEmpty() && query.filter().isBlank()) {
            lines.add(
                    new PodListLine.SectionHeading("gaps", StatusGlyph.UNREACHABLE,
                            "Work that lacks pods is not all known",
                            String.join("; ", query.podless().problemTexts())));
        }
        return lines;
    }

    private static String reasonText(WorkloadWithoutPods workload) {
        // Of a quota it says the same at length.
        if (workload.detail().isEmpty() || ExceededQuotaMessage.parse(workload.detail()).isPresent()) {
            return workload.headline();
        }
        return workload.headline() + ": " + workload.detail();
    }
}

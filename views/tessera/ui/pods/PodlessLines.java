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

/** Computes what the pods screen shows of work that has no pods. */
final class PodlessLines {

    private final Function<ResourceAmounts, String> wants;
    private final TableFilter<WorkloadWithoutPods> filter;

    /** @param wants the accelerators among some amounts, in words */
    PodlessLines(Function<ResourceAmounts, String> wants) {
        this.wants = wants;
        filter = new TableFilter<>(Map.of("name", ConditionField.text(each -> each.work().name()), "ns",
                ConditionField.text(each -> each.work().namespace()), "owner",
                ConditionField.text(each -> each.work().name()), "kind",
                ConditionField.text(each -> each.work().kind()), "wants",
                ConditionField.text(each -> wants.apply(each.wants()))),
                Map.of());
    }

    List<PodLine> of(GpuFleet fleet, PodsQuery query) {
        var reading = filter.read(query.filter());
        var work = query.podless().work().stream()
                .filter(each -> query.namespace().isEmpty() || query.namespace().equals(each.work().namespace()))
                .filter(each -> reading.problem().isEmpty() && reading.accepts().test(each)).toList();
        var lines = new ArrayList<PodLine>();
        if (!work.isEmpty()) {
            lines.add(new PodLine.SectionHeading("podless", StatusGlyph.NONE,
                    NumberText.of(work.size(), "workload") + (work.size() == 1 ? " lacks" : " lack") + " pods",
                    "suspended, or their pods are refused"));
            work.forEach(each -> lines.add(new PodLine.Unmade(each.work(), reason(each), wants.apply(each.wants()),
                    AgeText.since(each.since(), fleet.snapshot(), query.now()))));
        }
        if (!query.podless().gaps().isEmpty() && query.filter().isBlank()) {
            lines.add(
                    new PodLine.SectionHeading("gaps", StatusGlyph.UNREACHABLE, "Work that lacks pods is not all known",
                            String.join("; ", query.podless().gaps())));
        }
        return lines;
    }

    private static String reason(WorkloadWithoutPods work) {
        // Of a quota it says the same at length.
        return work.detail().isEmpty() || ExceededQuota.in(work.detail()).isPresent() ? work.headline()
                : work.headline() + ": " + work.detail();
    }
}

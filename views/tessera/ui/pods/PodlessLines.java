package tessera.ui.pods;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tessera.fit.Podless;
import tessera.insight.Fleet;
import tessera.model.ExceededQuota;
import tessera.model.Resources;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Filter;
import tessera.ui.kit.Filter.Field;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;

/** Computes what the pods screen shows of work that has no pods. */
final class PodlessLines {

    private final Function<Resources, String> wants;
    private final Filter<Podless> filter;

    /** @param wants the accelerators among some amounts, in words */
    PodlessLines(Function<Resources, String> wants) {
        this.wants = wants;
        filter = new Filter<>(Map.of("name", Field.text(each -> each.work().name()), "ns",
                Field.text(each -> each.work().namespace()), "owner", Field.text(each -> each.work().name()), "kind",
                Field.text(each -> each.work().kind()), "wants", Field.text(each -> wants.apply(each.wants()))),
                Map.of());
    }

    List<PodLine> of(Fleet fleet, PodsQuery query) {
        var reading = filter.read(query.filter());
        var work = query.podless().work().stream()
                .filter(each -> query.namespace().isEmpty() || query.namespace().equals(each.work().namespace()))
                .filter(each -> reading.problem().isEmpty() && reading.accepts().test(each)).toList();
        var lines = new ArrayList<PodLine>();
        if (!work.isEmpty()) {
            lines.add(new PodLine.Heading("podless", Glyph.NONE,
                    Numbers.of(work.size(), "workload") + (work.size() == 1 ? " lacks" : " lack") + " pods",
                    "suspended, or their pods are refused"));
            work.forEach(each -> lines.add(new PodLine.Unmade(each.work(), reason(each), wants.apply(each.wants()),
                    Ages.since(each.since(), fleet.snapshot(), query.now()))));
        }
        if (!query.podless().gaps().isEmpty() && query.filter().isBlank()) {
            lines.add(new PodLine.Heading("gaps", Glyph.UNREACHABLE, "Work that lacks pods is not all known",
                    String.join("; ", query.podless().gaps())));
        }
        return lines;
    }

    private static String reason(Podless work) {
        // Of a quota it says the same at length.
        return work.detail().isEmpty() || ExceededQuota.in(work.detail()).isPresent() ? work.headline()
                : work.headline() + ": " + work.detail();
    }
}

package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.GpuNode;
import tessera.model.Plurals;
import tessera.model.reading.FleetReadings;

/** What is said of nodes of whose devices nothing was ever read. */
final class MissingMetrics {

    private static final String AWAITED = "there is no reading yet";
    private static final String NO_SOURCE = "no exporter is found there, and no other source of readings is known";
    private static final String EMPTY = "the exporter there reports no GPU";
    /** So many reasons are told one by one. */
    private static final int ONE_BY_ONE = 3;

    private final FleetReadings readings;

    MissingMetrics(FleetReadings readings) {
        this.readings = readings;
    }

    /**
     * A sentence for each reason; none where something was read of every node.
     *
     * @param rules how many alert rules are about what devices measure
     */
    List<String> told(List<GpuNode> asked, long rules) {
        var reasons = new LinkedHashMap<String, List<String>>();
        for (var node : asked) {
            reason(node.name()).ifPresent(why -> reasons.computeIfAbsent(why, _ -> new ArrayList<>()).add(node.name()));
        }
        int silent = reasons.values().stream().mapToInt(List::size).sum();
        var told = new ArrayList<String>();
        if (silent > 0 && silent == asked.size()) {
            told.add("%s on GPU metrics: %s".formatted(Plurals.of(rules, "alert rule"), common(reasons)));
        }
        reasons.entrySet().stream().limit(ONE_BY_ONE).forEach(each -> told.add(
                "Metrics of the GPUs of %s: %s".formatted(SymptomSubject.names(each.getValue()), each.getKey())));
        var others = reasons.values().stream().skip(ONE_BY_ONE).flatMap(List::stream).toList();
        if (!others.isEmpty()) {
            told.add("Metrics of the GPUs of %s: their exporters could not be read either"
                    .formatted(SymptomSubject.names(others)));
        }
        return told;
    }

    /** Why nothing was read of any of them. */
    private String common(Map<String, List<String>> reasons) {
        if (readings.trouble() != null) {
            return readings.trouble().sentence();
        }
        if (reasons.containsKey(AWAITED)) {
            return AWAITED;
        }
        return reasons.keySet().equals(Set.of(NO_SOURCE)) ? "no source of readings is known"
                : "nothing was read";
    }

    private Optional<String> reason(String name) {
        var node = readings.node(name);
        if (node != null && !node.devices().isEmpty()) {
            return Optional.empty();
        }
        if (readings.trouble() != null) {
            return Optional.of(readings.trouble().sentence());
        }
        if (node == null || !node.heard()) {
            return Optional.of(AWAITED);
        }
        return Optional.of(node.trouble() != null ? node.trouble().sentence()
                : node.source().isEmpty() ? NO_SOURCE : EMPTY);
    }
}

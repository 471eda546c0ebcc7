package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuNode;
import tessera.model.CountedNounFormatter;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

/** The texts about nodes whose devices were never read. */
final class MissingDeviceMetricsText {

    private static final String AWAITED = "there is no reading yet";
    private static final String NO_SOURCE = "no exporter is found there, and no other source of readings is known";
    private static final String EMPTY = "the exporter there reports no GPU";
    /** So many reasons are told one by one. */
    private static final int ONE_BY_ONE = 3;

    private final FleetReadings readings;

    MissingDeviceMetricsText(FleetReadings readings) {
        this.readings = readings;
    }

    /**
     * Returns a sentence for each reason; none where something was read of every node.
     *
     * @param rules how many alert rules are about what devices measure
     */
    List<String> missingTexts(List<GpuNode> asked, long rules) {
        var reasons = new LinkedHashMap<String, List<String>>();
        for (var node : asked) {
            var reason = reasonOf(node.name()).orElse(null);
            if (reason != null) {
                reasons.computeIfAbsent(reason, _ -> new ArrayList<>()).add(node.name());
            }
        }
        int silent = reasons.values().stream().mapToInt(List::size).sum();
        var told = new ArrayList<String>();
        if (silent > 0 && silent == asked.size()) {
            told.add("%s on GPU metrics: %s".formatted(CountedNounFormatter.countText(rules, "alert rule"),
                    commonReason(reasons)));
        }
        reasons.entrySet().stream().limit(ONE_BY_ONE).forEach(each -> told.add(
                "Metrics of the GPUs of %s: %s".formatted(SymptomPlaceholderValues.namesText(each.getValue()),
                        each.getKey())));
        var others = reasons.values().stream().skip(ONE_BY_ONE).flatMap(List::stream).toList();
        if (!others.isEmpty()) {
            told.add("Metrics of the GPUs of %s: their exporters could not be read either"
                    .formatted(SymptomPlaceholderValues.namesText(others)));
        }
        return told;
    }

    /** Returns the reason why nothing was read of any of them. */
    private String commonReason(Map<String, List<String>> reasons) {
        if (readings.problem() != null) {
            return readings.problem().problemText();
        }
        if (reasons.containsKey(AWAITED)) {
            return AWAITED;
        }
        if (reasons.keySet().equals(Set.of(NO_SOURCE))) {
            return "no source of readings is known";
        }
        return "nothing was read";
    }

    private Optional<String> reasonOf(String name) {
        var node = readings.readingsOf(name);
        if (node != null && !node.devices().isEmpty()) {
            return Optional.empty();
        }
        if (readings.problem() != null) {
            return Optional.of(readings.problem().problemText());
        }
        if (node == null || !node.isResolved()) {
            return Optional.of(AWAITED);
        }
        return Optional.of(noMetricsText(node));
    }

    private static String noMetricsText(NodeReadings node) {
        if (node.problem() != null) {
            return node.problem().problemText();
        }
        if (node.source().isEmpty()) {
            return NO_SOURCE;
        }
        return EMPTY;
    }
}

package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuNode;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;

/** The texts about nodes whose devices were never read. */
final class MissingDeviceMetricsText {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MissingDeviceMetricsText.class);
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
        var reasons = new LinkedHashMap<MissingMetricsReason, List<String>>();
        for (var node : asked) {
            var reason = reasonOf(node.name()).orElse(null);
            if (reason != null) {
                reasons.computeIfAbsent(reason, _ -> new ArrayList<>()).add(node.name());
            }
        }
        int silent = reasons.values().stream().mapToInt(List::size).sum();
        var told = new ArrayList<String>();
        if (silent > 0 && silent == asked.size()) {
            told.add(MESSAGES.text("skipped.rules", rules, commonReason(reasons.keySet())));
        }
        reasons.entrySet().stream().limit(ONE_BY_ONE).forEach(each -> told.add(
                MESSAGES.text("skipped.metrics", SymptomPlaceholderValues.namesText(each.getValue()), each.getKey())));
        var others = reasons.values().stream().skip(ONE_BY_ONE).flatMap(List::stream).toList();
        if (!others.isEmpty()) {
            told.add(MESSAGES.text("skipped.metrics.more", SymptomPlaceholderValues.namesText(others)));
        }
        return told;
    }

    /** Returns the reason why nothing was read of any of them. */
    private MissingMetricsReason commonReason(Set<MissingMetricsReason> reasons) {
        if (readings.problem() != null) {
            return new MissingMetricsReason.MetricsUnreadable(readings.problem().toReason());
        }
        var awaited = new MissingMetricsReason.MetricsAwaited();
        if (reasons.contains(awaited)) {
            return awaited;
        }
        return reasons.equals(Set.of(new MissingMetricsReason.NoExporterOnNode()))
                ? new MissingMetricsReason.NoMetricsSource()
                : new MissingMetricsReason.NoMetricsRead();
    }

    private Optional<MissingMetricsReason> reasonOf(String name) {
        var node = readings.readingsOf(name);
        if (node != null && !node.devices().isEmpty()) {
            return Optional.empty();
        }
        if (readings.problem() != null) {
            return Optional.of(new MissingMetricsReason.MetricsUnreadable(readings.problem().toReason()));
        }
        return Optional
                .of(node == null || !node.isResolved() ? new MissingMetricsReason.MetricsAwaited() : nodeReason(node));
    }

    private static MissingMetricsReason nodeReason(NodeReadings node) {
        if (node.problem() != null) {
            return new MissingMetricsReason.MetricsUnreadable(node.problem().toReason());
        }
        return node.source().isEmpty() ? new MissingMetricsReason.NoExporterOnNode()
                : new MissingMetricsReason.ExporterReportsNoGpu();
    }
}

package tessera.ui.alerts;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import tessera.alerts.Alert;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.NaturalNameComparator;

/** Formats several alerts in one row. */
record GroupedAlertFormatter(SingleAlertFormatter ownText, PrometheusAlertFormatter prometheusText) {

    private static final int NAMED = 4;

    /** @param key what names the row */
    AlertListLine.AlertGroupLine toBundle(List<ProblemAlertGroup> row, String key, boolean opened) {
        var worst = row.stream()
                .max(Comparator.comparingDouble(item -> DeviceAlertGrouper.distanceFromThreshold(item.textAlert())))
                .orElseThrow();
        return new AlertListLine.AlertGroupLine(worstEntry(row, worst), titleOf(worst) + ": " + placesText(row),
                detailText(row, worst),
                row.stream().anyMatch(ProblemAlertGroup::hasPrometheusAlert), opened, key);
    }

    private AlertListLine.SingleAlertLine worstEntry(List<ProblemAlertGroup> row, ProblemAlertGroup worst) {
        var teller = singleEntry(worst.textAlert());
        var loudest = singleEntry(worst.leadAlert());
        // What fires by a rule of a Prometheus does not fire by our limit.
        return new AlertListLine.SingleAlertLine(worst.leadAlert(), teller.value(), loudest.limit(), loudest.status(),
                worst.leadAlert().times().endedAt() == null ? ageText(row) : loudest.age(), loudest.silenced(), false);
    }

    private String ageText(List<ProblemAlertGroup> row) {
        var oldest = row.stream().map(ProblemAlertGroup::oldestTimes).min(Comparator.comparing(Alert.AlertTimes::since))
                .orElseThrow();
        return ownText.ageText(oldest);
    }

    private AlertListLine.SingleAlertLine singleEntry(Alert alert) {
        return PrometheusAlertSnapshot.isPrometheusAlert(alert) ? prometheusText.alertEntry(alert, false)
                : ownText.alertEntry(alert, false);
    }

    private static String titleOf(ProblemAlertGroup item) {
        var part = PrometheusAlertSnapshot.isPrometheusAlert(item.textAlert()) ? "" : item.textAlert().subject().part();
        return part.isEmpty() ? item.textAlert().title() : part;
    }

    /** Returns the affected devices and nodes, for example {@code 5 GPUs of h100-03}, {@code 12 GPUs of 11 nodes} or {@code 6 nodes}. */
    private static String placesText(List<ProblemAlertGroup> row) {
        var subjects = row.stream().map(item -> item.textAlert().subject()).toList();
        if (subjects.size() == 1 && !subjects.getFirst().node().isEmpty()) {
            return subjects.getFirst().displayName();
        }
        var nodes = nodeNames(row);
        if (nodes.isEmpty() || subjects.stream().anyMatch(subject -> subject.node().isEmpty())) {
            return GroupedNumberFormatter.withNoun(subjects.size(), "alert");
        }
        if (subjects.stream().allMatch(subject -> subject.device().isEmpty())) {
            return nodes.size() == 1 ? nodes.getFirst() : GroupedNumberFormatter.withNoun(nodes.size(), "node");
        }
        boolean whole = subjects.stream().allMatch(subject -> subject.instance() < 0);
        // One rule can find several things on one device.
        long devices = subjects.stream().map(subject -> List.of(subject.node(), subject.device(), subject.instance()))
                .distinct().count();
        return "%s of %s".formatted(GroupedNumberFormatter.withNoun(devices, whole ? "GPU" : "device"),
                nodes.size() == 1 ? nodes.getFirst() : GroupedNumberFormatter.withNoun(nodes.size(), "node"));
    }

    private static String detailText(List<ProblemAlertGroup> row, ProblemAlertGroup worst) {
        if (row.size() == 1) {
            return worst.alerts().stream().map(Alert::title).distinct().collect(Collectors.joining(" · "));
        }
        if (worst.textAlert().measure() != null) {
            return "the worst: " + worst.textAlert().sentence();
        }
        var nodes = nodeNames(row);
        return nodes.size() > 1 ? nameListText(nodes)
                : nameListText(row.stream().map(item -> item.textAlert().subject().deviceTitle())
                        .filter(title -> !title.isEmpty())
                        .distinct().toList());
    }

    private static String nameListText(List<String> names) {
        var first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() > NAMED
                ? "%s and %s more".formatted(first, GroupedNumberFormatter.count(names.size() - NAMED))
                : first;
    }

    private static List<String> nodeNames(List<ProblemAlertGroup> row) {
        return row.stream().map(item -> item.textAlert().subject().node()).filter(node -> !node.isEmpty()).distinct()
                .sorted(NaturalNameComparator.INSTANCE).toList();
    }
}

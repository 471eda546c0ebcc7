package tessera.ui.alerts;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import tessera.alerts.Alert;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;

/** What is said of several alerts in one row. */
record FoldedWords(AlertWords words, ForeignWords theirs) {

    private static final int NAMED = 4;

    /** @param key what names the row */
    AlertLine.Bundle bundle(List<AlertItem> row, String key, boolean opened) {
        var worst = row.stream().max(Comparator.comparingDouble(thing -> AlertBundles.distance(thing.teller())))
                .orElseThrow();
        return new AlertLine.Bundle(entry(row, worst), title(worst) + ": " + where(row), detail(row, worst),
                row.stream().anyMatch(AlertItem::foreign), opened, key);
    }

    private AlertLine.AlertEntry entry(List<AlertItem> row, AlertItem worst) {
        var teller = plain(worst.teller());
        var loudest = plain(worst.loudest());
        // What fires by a rule of a Prometheus does not fire by our limit.
        return new AlertLine.AlertEntry(worst.loudest(), teller.value(), loudest.limit(), loudest.status(),
                worst.loudest().times().ended() == null ? age(row) : loudest.age(), loudest.quiet(), false);
    }

    private String age(List<AlertItem> row) {
        var oldest = row.stream().map(AlertItem::oldest).min(Comparator.comparing(Alert.AlertTimes::since))
                .orElseThrow();
        return words.age(oldest);
    }

    private AlertLine.AlertEntry plain(Alert alert) {
        return PrometheusAlert.is(alert) ? theirs.entry(alert, false) : words.entry(alert, false);
    }

    private static String title(AlertItem thing) {
        var part = PrometheusAlert.is(thing.teller()) ? "" : thing.teller().subject().part();
        return part.isEmpty() ? thing.teller().title() : part;
    }

    /** For example {@code 5 GPUs of h100-03}, {@code 12 GPUs of 11 nodes} or {@code 6 nodes}. */
    private static String where(List<AlertItem> row) {
        var subjects = row.stream().map(thing -> thing.teller().subject()).toList();
        if (subjects.size() == 1 && !subjects.getFirst().node().isEmpty()) {
            return subjects.getFirst().name();
        }
        var nodes = nodes(row);
        if (nodes.isEmpty() || subjects.stream().anyMatch(subject -> subject.node().isEmpty())) {
            return NumberText.of(subjects.size(), "alert");
        }
        if (subjects.stream().allMatch(subject -> subject.device().isEmpty())) {
            return nodes.size() == 1 ? nodes.getFirst() : NumberText.of(nodes.size(), "node");
        }
        boolean whole = subjects.stream().allMatch(subject -> subject.instance() < 0);
        // One rule can find several things on one device.
        long devices = subjects.stream().map(subject -> List.of(subject.node(), subject.device(), subject.instance()))
                .distinct().count();
        return "%s of %s".formatted(NumberText.of(devices, whole ? "GPU" : "device"),
                nodes.size() == 1 ? nodes.getFirst() : NumberText.of(nodes.size(), "node"));
    }

    private static String detail(List<AlertItem> row, AlertItem worst) {
        if (row.size() == 1) {
            return worst.told().stream().map(Alert::title).distinct().collect(Collectors.joining(" · "));
        }
        if (worst.teller().measure() != null) {
            return "the worst: " + worst.teller().sentence();
        }
        var nodes = nodes(row);
        return nodes.size() > 1 ? named(nodes)
                : named(row.stream().map(thing -> thing.teller().subject().title()).filter(title -> !title.isEmpty())
                        .distinct().toList());
    }

    private static String named(List<String> names) {
        var first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() > NAMED ? "%s and %s more".formatted(first, NumberText.count(names.size() - NAMED)) : first;
    }

    private static List<String> nodes(List<AlertItem> row) {
        return row.stream().map(thing -> thing.teller().subject().node()).filter(node -> !node.isEmpty()).distinct()
                .sorted(NaturalOrder.INSTANCE).toList();
    }
}

package tessera.ui.alerts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import tessera.alerts.Alert;

/** Alerts of the same rule about many devices of one node, which are told as one. */
final class Bundles {

    /** So few are told one by one. */
    private static final int FEW = 2;

    private Bundles() {}

    /** All alerts, in the order in which the first of each bundle comes; those that stand alone by themselves. */
    static List<List<Alert>> of(List<Alert> alerts) {
        var alike = new LinkedHashMap<String, List<Alert>>();
        for (var alert : alerts) {
            boolean single = Foreign.is(alert) || alert.subject().device().isEmpty();
            alike.computeIfAbsent(single ? AlertLine.key(alert) : key(alert),
                    _ -> new ArrayList<>())
                    .add(alert);
        }
        var bundles = new ArrayList<List<Alert>>();
        for (var group : alike.values()) {
            if (group.size() > FEW) {
                bundles.add(List.copyOf(group));
            } else {
                group.forEach(alert -> bundles.add(List.of(alert)));
            }
        }
        return bundles;
    }

    private static String key(Alert alert) {
        return "bundle %s %s %s %s".formatted(alert.rule(), alert.subject().node(), alert.state(), alert.severity());
    }

    /** The one that is furthest from right. */
    static Alert worst(List<Alert> alike) {
        return alike.stream().max(Comparator.comparingDouble(Bundles::distance)).orElseThrow();
    }

    /** How far from right one is. */
    static double distance(Alert alert) {
        var measure = alert.measure();
        return measure == null ? 0 : Math.abs(measure.value() - measure.threshold());
    }
}

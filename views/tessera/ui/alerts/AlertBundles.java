package tessera.ui.alerts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import tessera.alerts.Alert;

/** Alerts of the same rule about the same matter and many devices of one node, which are told as one. */
public final class AlertBundles {

    /** So few are told one by one. */
    private static final int FEW = 2;

    private AlertBundles() {}

    /** All alerts, in the order in which the first of each bundle comes; those that stand alone by themselves. */
    public static List<List<Alert>> of(List<Alert> alerts) {
        return of(alerts,
                alert -> PrometheusAlert.is(alert) || alert.subject().device().isEmpty() ? AlertLine.key(alert)
                        : key(alert));
    }

    /**
     * What is alike together, in the order in which the first of each comes; few by themselves.
     *
     * @param key the same for all that are alike
     */
    static <T> List<List<T>> of(List<T> all, Function<T, String> key) {
        var alike = new LinkedHashMap<String, List<T>>();
        all.forEach(each -> alike.computeIfAbsent(key.apply(each), _ -> new ArrayList<>()).add(each));
        var bundles = new ArrayList<List<T>>();
        for (var group : alike.values()) {
            if (group.size() > FEW) {
                bundles.add(List.copyOf(group));
            } else {
                group.forEach(each -> bundles.add(List.of(each)));
            }
        }
        return bundles;
    }

    private static String key(Alert alert) {
        return "bundle %s %s %s %s %s".formatted(alert.rule(), alert.subject().part(), alert.subject().node(),
                alert.state(), alert.severity());
    }

    /** The one that is furthest from right. */
    public static Alert worst(List<Alert> alike) {
        return alike.stream().max(Comparator.comparingDouble(AlertBundles::distance)).orElseThrow();
    }

    /** How far from right one is. */
    static double distance(Alert alert) {
        var measure = alert.measure();
        return measure == null ? 0 : Math.abs(measure.value() - measure.threshold());
    }
}

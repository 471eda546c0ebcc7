package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tessera.alerts.Alert;
import tessera.alerts.Severity;
import tessera.alerts.XidCatalog;

/** Puts together what is told of a node twice: that devices are withheld, and the XIDs for which they are. */
final class UnhealthyDevices {

    private static final Pattern XID = Pattern.compile("XID (\\d{1,6})");
    private static final String AFTERWARDS = "Then restart the device plugin's pod there: it does not take a device "
            + "back by itself.";

    private UnhealthyDevices() {}

    /**
     * The same alerts, where XIDs account for all that a node withholds without the alert that counts it.
     *
     * @param counts whether an alert counts what is withheld
     */
    static List<Alert> explained(List<Alert> alerts, Predicate<Alert> counts) {
        var told = new ArrayList<>(alerts);
        for (var count : alerts.stream().filter(counts).toList()) {
            var faults = alerts.stream().filter(alert -> alert.subject().node().equals(count.subject().node())
                    && withholds(alert)).toList();
            var measure = count.measure();
            long devices = faults.stream().map(alert -> alert.subject().name()).distinct().count();
            if (!faults.isEmpty() && measure != null && Math.round(measure.value()) == devices) {
                told.remove(count);
                told.replaceAll(alert -> alert.equals(faults.getFirst()) ? together(count, alert)
                        : faults.contains(alert) ? critical(alert, alert.sentence()) : alert);
            }
        }
        return List.copyOf(told);
    }

    /** Whether it is about an XID for which the device plugin withholds the device. */
    private static boolean withholds(Alert alert) {
        var xid = XID.matcher(alert.subject().part());
        return xid.matches() && XidCatalog.standard().of(Integer.parseInt(xid.group(1))).marksUnhealthy();
    }

    /** What is wrong: the XID where it is about one, as its rule is about many. */
    static String title(Alert alert) {
        var xid = XID.matcher(alert.subject().part());
        return xid.matches() ? XidCatalog.standard().of(Integer.parseInt(xid.group(1))).name() : alert.title();
    }

    private static Alert together(Alert count, Alert fault) {
        return critical(fault, count.sentence() + ": " + fault.sentence());
    }

    private static Alert critical(Alert fault, String sentence) {
        return new Alert(fault.rule(), fault.title(), Severity.CRITICAL, fault.subject(), fault.state(), fault.times(),
                fault.measure(), sentence, fault.evidence(), fault.holders(), fault.advice() + " " + AFTERWARDS);
    }
}

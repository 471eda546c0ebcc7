package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.XidCatalog;
import tessera.gpu.GpuFleet;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.StatusGlyph;

/**
 * The firing alerts in few words for a wall display, most urgent first.
 *
 * @param lines    those that nobody silenced, devices of a node of which the same is wrong as one
 * @param coverage what is watched, and what is not
 * @param complete whether everything that could fire would be seen
 */
public record WallAlertSummary(List<WallAlertSummaryLine> lines, String coverage, boolean complete) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallAlertSummary.class);

    /** The rule that tells of GPUs that somebody holds and nobody uses. */
    public static final String IDLE = "allocated-idle";
    /** A shorter one lies between two pieces of work. */
    public static final Duration PAUSE = Duration.ofMinutes(5);
    /** So many alike are told one by one. */
    private static final int FEW = 2;
    private static final int NAMED = 4;
    private static final String XID = "XID ";

    /**
     * One alert, or several similar ones of one node.
     *
     * @param location the node, and which devices of it
     * @param holder who holds them; empty where that is nobody, or several
     * @param value the number it is about; empty when it is about none
     * @param age   for how long it has been wrong
     * @param count how many devices it stands for
     */
    public record WallAlertSummaryLine(StatusGlyph glyph, String title, String location, String holder, String value,
            String age, int count) {}

    public WallAlertSummary {
        lines = List.copyOf(lines);
    }

    /** Returns the brief of all firing alerts. */
    public static WallAlertSummary forFleet(GpuFleet fleet, ActiveAlerts active, Instant now) {
        var rules = active.rules().get();
        var ours = new SingleAlertFormatter(rules, active.firingAlerts(), now);
        var prometheus = active.currentPrometheusAlerts(fleet, now);
        var theirs = new PrometheusAlertFormatter(prometheus, now);
        Function<Alert, AlertListLine.SingleAlertLine> words = alert -> PrometheusAlertSnapshot.isPrometheusAlert(alert)
                ? theirs.alertEntry(alert, false)
                : ours.alertEntry(alert, false);
        var urgent = Stream
                .concat(active.firingAlerts().audibleAlerts().stream(),
                        active.prometheusAlertsAlone(prometheus).stream())
                .sorted(Comparator.comparing(Alert::severity).reversed().thenComparing(alert -> alert.times().since()))
                .toList();
        var coverage = AlertRuleFleetCoverage.ofFleet(fleet, now);
        return new WallAlertSummary(foldLines(bundleLines(DeviceAlertGrouper.bundleAlerts(urgent), words)),
                coverage.coverageText(rules.allRules().size()), coverage.isComplete());
    }

    /**
     * Returns GPUs that are held and have been idle for {@link #PAUSE} or more, firing or not; the longest first.
     */
    public static List<WallAlertSummaryLine> idleGpus(AlertRules rules, JavaFxAlertFeed.FiringAlerts firingAlerts,
            Instant now) {
        var idle = Stream.concat(firingAlerts.state().active().stream(), firingAlerts.state().pending().stream())
                .filter(alert -> alert.ruleId().equals(IDLE))
                .filter(alert -> !alert.times().since().plus(PAUSE).isAfter(now))
                .sorted(Comparator.comparing(alert -> alert.times().since())).toList();
        // What is told of several alike is the age of one of them.
        var bundles = DeviceAlertGrouper.bundleAlerts(idle).stream()
                .sorted(Comparator.comparing(alike -> DeviceAlertGrouper.worstOf(alike).times().since())).toList();
        var alertText = new SingleAlertFormatter(rules, firingAlerts, now);
        return bundleLines(bundles, alert -> alertText.alertEntry(alert, false));
    }

    /** Returns the lines with similar ones of several nodes folded, so that nothing else leaves the display. */
    private static List<WallAlertSummaryLine> foldLines(List<WallAlertSummaryLine> lines) {
        var alike = new LinkedHashMap<String, List<WallAlertSummaryLine>>();
        for (var line : lines) {
            alike.computeIfAbsent(line.glyph() + line.title(), _ -> new ArrayList<>()).add(line);
        }
        var folded = new ArrayList<WallAlertSummaryLine>();
        for (var group : alike.values()) {
            folded.addAll(group.size() > FEW ? List.of(foldedLine(group, group.getFirst())) : group);
        }
        return folded;
    }

    /** @param oldest of those alike */
    private static WallAlertSummaryLine foldedLine(List<WallAlertSummaryLine> alike, WallAlertSummaryLine oldest) {
        int count = alike.stream().mapToInt(WallAlertSummaryLine::count).sum();
        var named = alike.stream().limit(NAMED).map(WallAlertSummaryLine::location).collect(Collectors.joining(", "));
        return new WallAlertSummaryLine(oldest.glyph(), "%s × %d".formatted(oldest.title(), count),
                alike.size() > NAMED ? MESSAGES.text("names.more", named, alike.size() - NAMED) : named, "", "",
                oldest.age(), count);
    }

    /** Returns the event of an XID alert, or else the title of the alert. */
    private static String titleOf(Alert alert) {
        var part = alert.subject().part();
        if (part.startsWith(XID)) {
            return XidCatalog.standardCatalog().forCode(Integer.parseInt(part.substring(XID.length()))).displayName();
        }
        return alert.title();
    }

    /** Returns the subject's name; what an alert says of itself where a Prometheus names no node. */
    private static String placeText(Alert alert) {
        if (alert.subject().node().isEmpty()) {
            return alert.sentence();
        }
        return alert.subject().displayName();
    }

    private static List<WallAlertSummaryLine> bundleLines(List<List<Alert>> bundles,
            Function<Alert, AlertListLine.SingleAlertLine> words) {
        var lines = new ArrayList<WallAlertSummaryLine>();
        for (var alike : bundles) {
            var worst = words.apply(DeviceAlertGrouper.worstOf(alike));
            var subject = worst.alert().subject();
            var where = alike.size() > 1 ? MESSAGES.text("places.devices", alike.size(), subject.node())
                    : placeText(worst.alert());
            var holder = OptionalText.orElse(subject.pod(), String.join(", ", worst.alert().holders()));
            lines.add(new WallAlertSummaryLine(worst.glyph(), titleOf(worst.alert()), where,
                    alike.size() <= 1 ? holder : "", worst.value(), worst.age(), alike.size()));
        }
        return lines;
    }
}

package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.XidCatalog;
import tessera.insight.GpuFleet;
import tessera.ui.kit.StatusGlyph;

/**
 * What fires, in as few words as a display across the room has space for; the most urgent first.
 *
 * @param lines    those that nobody silenced, devices of a node of which the same is wrong as one
 * @param coverage what is watched, and what is not
 * @param complete whether everything that could fire would be seen
 */
public record AlertBrief(List<BriefLine> lines, String coverage, boolean complete) {

    /** The rule that tells of GPUs that somebody holds and nobody uses. */
    public static final String IDLE = "allocated-idle";
    /** A shorter one lies between two pieces of work. */
    public static final Duration PAUSE = Duration.ofMinutes(5);
    /** So many alike are told one by one. */
    private static final int FEW = 2;
    private static final int NAMED = 4;
    private static final String XID = "XID ";

    /**
     * One alert, or several alike of one node.
     *
     * @param where the node, and which devices of it
     * @param holder who holds them; empty where that is nobody, or several
     * @param value the number it is about; empty when it is about none
     * @param age   for how long it has been wrong
     * @param count how many devices it stands for
     */
    public record BriefLine(StatusGlyph sign, String title, String where, String holder, String value, String age,
            int count) {}

    public AlertBrief {
        lines = List.copyOf(lines);
    }

    /** Of all that fires. */
    public static AlertBrief of(GpuFleet fleet, AlertRules rules, AlertsFeed.FiringAlerts seen, Instant now) {
        var words = new AlertWords(rules, seen, now);
        var urgent = seen.loud().stream()
                .sorted(Comparator.comparing(Alert::severity).reversed().thenComparing(alert -> alert.times().since()))
                .toList();
        var coverage = RuleCoverage.of(fleet, now);
        return new AlertBrief(folded(lines(AlertBundles.of(urgent), words)), coverage.words(rules.all().size()),
                coverage.complete());
    }

    /**
     * GPUs that are held and were seen idle for {@link #PAUSE} or more, whether for long enough to fire or not yet; the
     * longest first.
     */
    public static List<BriefLine> idle(AlertRules rules, AlertsFeed.FiringAlerts seen, Instant now) {
        var idle = Stream.concat(seen.state().active().stream(), seen.state().pending().stream())
                .filter(alert -> alert.rule().equals(IDLE))
                .filter(alert -> !alert.times().since().plus(PAUSE).isAfter(now))
                .sorted(Comparator.comparing(alert -> alert.times().since()))
                .toList();
        // What is told of several alike is the age of one of them.
        var bundles = AlertBundles.of(idle).stream()
                .sorted(Comparator.comparing(alike -> AlertBundles.worst(alike).times().since())).toList();
        return lines(bundles, new AlertWords(rules, seen, now));
    }

    /** The same about several nodes as one, so that nothing else is pushed off the display. */
    private static List<BriefLine> folded(List<BriefLine> lines) {
        var alike = new LinkedHashMap<String, List<BriefLine>>();
        lines.forEach(line -> alike.computeIfAbsent(line.sign() + line.title(), _ -> new ArrayList<>()).add(line));
        var folded = new ArrayList<BriefLine>();
        for (var group : alike.values()) {
            folded.addAll(group.size() > FEW ? List.of(folded(group, group.getFirst())) : group);
        }
        return folded;
    }

    /** @param oldest of those alike */
    private static BriefLine folded(List<BriefLine> alike, BriefLine oldest) {
        int count = alike.stream().mapToInt(BriefLine::count).sum();
        var named = alike.stream().limit(NAMED).map(BriefLine::where).collect(Collectors.joining(", "));
        return new BriefLine(oldest.sign(), "%s × %d".formatted(oldest.title(), count),
                alike.size() > NAMED ? "%s and %d more".formatted(named, alike.size() - NAMED) : named, "", "",
                oldest.age(), count);
    }

    /** What happened, where that says more than what the rule is called. */
    private static String title(Alert alert) {
        var part = alert.subject().part();
        return part.startsWith(XID) ? XidCatalog.standard().of(Integer.parseInt(part.substring(XID.length()))).name()
                : alert.title();
    }

    private static List<BriefLine> lines(List<List<Alert>> bundles, AlertWords words) {
        var lines = new ArrayList<BriefLine>();
        for (var alike : bundles) {
            var worst = words.entry(AlertBundles.worst(alike), false);
            var subject = worst.alert().subject();
            var where = alike.size() > 1 ? "%d devices of %s".formatted(alike.size(), subject.node()) : subject.name();
            var holder = subject.pod().isEmpty() ? String.join(", ", worst.alert().holders()) : subject.pod();
            lines.add(new BriefLine(worst.sign(), title(worst.alert()), where, alike.size() > 1 ? "" : holder,
                    worst.value(), worst.age(), alike.size()));
        }
        return lines;
    }
}

package tessera.scheduling;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.model.ForeignTextSanitizer;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * The agreement between the computed result and the scheduler's own message about the pod.
 *
 * @param schedulerMessage the scheduler's words, as they are; empty where it said nothing
 * @param text  in what they differ; empty where they do not, or cannot be compared
 */
public record SchedulerResultComparison(SchedulerComparisonOutcome kind, String schedulerMessage, String text) {

    /** The kind of agreement. */
    public enum SchedulerComparisonOutcome {
        SAME,
        DIFFERENT,
        /** It said nothing. */
        SILENT,
        /** It said something of another form. */
        OTHER
    }

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SchedulerResultComparison.class);

    /** Reasons that are worded otherwise by other versions, and the words of 1.36. */
    private static final List<Map.Entry<String, String>> OTHERWISE = List.of(
            Map.entry("node(s) had untolerated taint", NodeRejectionReason.UNTOLERATED_TAINT.message()),
            Map.entry("node(s) had taint", NodeRejectionReason.UNTOLERATED_TAINT.message()),
            Map.entry("node(s) had volume node affinity conflict", NodeRejectionReason.VOLUME_NODE_AFFINITY.message()));

    static SchedulerResultComparison compare(String ours, String theirs) {
        if (theirs.isBlank()) {
            return new SchedulerResultComparison(SchedulerComparisonOutcome.SILENT, "", "");
        }
        var here = SchedulerFailureMessage.parse(ours);
        var there = SchedulerFailureMessage.parse(theirs);
        if (ours.equals(theirs)) {
            return new SchedulerResultComparison(SchedulerComparisonOutcome.SAME, theirs, "");
        }
        if (here.isEmpty() || there.isEmpty() || there.get().reasons().isEmpty()) {
            return new SchedulerResultComparison(SchedulerComparisonOutcome.OTHER, theirs, "");
        }
        var mine = countReasons(here.get());
        var its = countReasons(there.get());
        if (mine.equals(its) && here.get().nodes() == there.get().nodes()) {
            return new SchedulerResultComparison(SchedulerComparisonOutcome.SAME, theirs, "");
        }
        return new SchedulerResultComparison(SchedulerComparisonOutcome.DIFFERENT, theirs,
                differencesText(mine, its, here.get().nodes(), there.get().nodes()));
    }

    /** Returns the messages of a scheduler with other rules, from the pod's condition and from events. */
    static SchedulerResultComparison fromOtherScheduler(String condition, List<String> events) {
        var theirs = Stream
                .concat(Stream.of(condition),
                        events.stream()
                                .filter(each -> condition.isBlank() || (!each.contains(condition.strip())
                                        && !condition.contains(each.substring(each.indexOf(' ') + 1)))))
                .filter(each -> !each.isBlank()).toList();
        return new SchedulerResultComparison(
                theirs.isEmpty() ? SchedulerComparisonOutcome.SILENT : SchedulerComparisonOutcome.OTHER,
                theirs.stream().map(ForeignTextSanitizer::singleLine).collect(Collectors.joining("\n")), "");
    }

    private static Map<String, Integer> countReasons(SchedulerFailureMessage refusal) {
        var counts = new TreeMap<String, Integer>();
        refusal.reasons().forEach(reason -> counts.merge(normalizeReason(reason.text()), reason.nodes(), Integer::sum));
        return counts;
    }

    private static String normalizeReason(String reason) {
        return OTHERWISE.stream().filter(each -> reason.startsWith(each.getKey())).map(Map.Entry::getValue).findFirst()
                .orElse(reason);
    }

    private static String differencesText(Map<String, Integer> mine, Map<String, Integer> its, int here, int there) {
        var parts = new TreeSet<String>();
        if (here != there) {
            parts.add(MESSAGES.text("comparison.nodes", there, here));
        }
        var all = new TreeSet<>(mine.keySet());
        all.addAll(its.keySet());
        for (var reason : all) {
            int ours = mine.getOrDefault(reason, 0);
            int theirs = its.getOrDefault(reason, 0);
            if (ours != theirs) {
                parts.add(MESSAGES.text("comparison.reason", reason, theirs, ours));
            }
        }
        return SentenceJoiner.joinSentences(parts);
    }
}

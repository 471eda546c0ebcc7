package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.scheduling.PodCreationRefusal;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.PredictedPodPlacement.KueueAdmissionForecast;
import tessera.scheduling.PredictedPodPlacement.QuotaRemainder;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** A report on the schedulability of a manifest's pods if they were created now. */
public final class LaunchSchedulabilityReport {

    private static final int LISTED = 6;
    private static final MessageCatalog MESSAGES = MessageCatalog.of(LaunchSchedulabilityReport.class);

    private LaunchSchedulabilityReport() {}

    /**
     * Returns the report for people.
     *
     * @param none said where there are none, a sentence without a full stop
     */
    public static String reportText(List<PredictedPodPlacement> launches, String none) {
        if (launches.isEmpty()) {
            return SentenceJoiner.withFullStop(none) + "\n";
        }
        return launches.stream().map(outcome -> launchText(outcome, outcome.displayName(launches)))
                .collect(Collectors.joining("\n"));
    }

    private static String launchText(PredictedPodPlacement launch, String called) {
        var headlines = Stream.concat(Stream.of(launch.headlineText()),
                launch.admissionProblem().map(_ -> MESSAGES.text("launch.apart", launch.fit().headline())).stream())
                .toList();
        var text = new StringBuilder(UnschedulablePodReport.reportText(launch.fit(),
                MESSAGES.text("launch.title", called, launch.fit().podSpec().namespace()), headlines));
        if (launch.fit().isPlaceable()) {
            UnschedulablePodReport.appendSection(text,
                    MESSAGES.text(launch.refusals().isEmpty() ? "launch.room" : "launch.roomApart"),
                    UnschedulablePodReport.indentedLine(launch.placesSummaryText()) + nodesText(launch));
            UnschedulablePodReport.appendSection(text, MESSAGES.text("launch.remedies"),
                    UnschedulablePodReport.suggestionsText(launch.remedies()));
        }
        UnschedulablePodReport.appendSection(text, quotaTitle(launch), quotasText(launch));
        UnschedulablePodReport.appendSection(text, MESSAGES.text("launch.unknown"),
                UnschedulablePodReport.indentedLines(launch.unknown()));
        return text.toString();
    }

    private static String nodesText(PredictedPodPlacement launch) {
        var nodes = launch.capacity().podsByNode().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .toList();
        int more = nodes.size() - LISTED;
        if (nodes.isEmpty()) {
            return "";
        }
        var listed = nodes.stream().limit(LISTED).map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return "  " + MESSAGES.text("launch.nodes", listed, Math.max(0, more)) + "\n";
    }

    private static String quotaTitle(PredictedPodPlacement launch) {
        var title = blockerTitle(launch);
        return launch.queue().isEmpty() ? title : MESSAGES.text("launch.andQueue", title);
    }

    private static String blockerTitle(PredictedPodPlacement launch) {
        if (launch.refusals().isEmpty()) {
            return MESSAGES.text("launch.quotas");
        }
        return MESSAGES.text(launch.quotas().isEmpty() ? "launch.refusals" : "launch.refusalsAndQuotas");
    }

    private static String quotasText(PredictedPodPlacement launch) {
        return Stream
                .of(launch.refusals().stream().map(PodCreationRefusal::text),
                        launch.quotas().stream().map(QuotaRemainder::remainderText),
                        launch.queues().stream().map(KueueAdmissionForecast::text), launch.quotaRemedyTexts().stream())
                .flatMap(words -> words).map(UnschedulablePodReport::indentedLine).collect(Collectors.joining());
    }

    /**
     * Returns the report for programs.
     *
     * @param gaps whose pods are not known, and why, a sentence each without a full stop
     */
    public static ObjectNode toJson(List<PredictedPodPlacement> launches, List<String> gaps) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "LaunchFit");
        var list = json.putArray("pods");
        for (var launch : launches) {
            var object = list.addObject().put("of", launch.owner()).put("part", launch.ownerPart())
                    .put("namespace", launch.fit().podSpec().namespace()).put("wanted", launch.podCount());
            // No number, zero among them, says that nothing is known.
            if (launch.fit().outcome() != PodFitResult.FitOutcome.UNKNOWN) {
                object.put("room", launch.refusals().isEmpty() ? launch.placeablePods() : 0);
            }
            object.put("more", launch.capacity().capped());
            var places = object.putObject("places");
            launch.capacity().podsByNode().forEach(places::put);
            var refusals = object.putArray("refusals");
            launch.refusals().forEach(refusal -> refusals.add(refusal.text()));
            var quotas = object.putArray("quotas");
            launch.quotas()
                    .forEach(quota -> quotas.addObject().put("quota", quota.quota()).put("resource", quota.resource())
                            .put("hard", quota.hard()).put("used", quota.used()).put("pods", quota.podCount()));
            object.put("queue", launch.queue());
            var queues = object.putArray("queues");
            launch.queues().forEach(queue -> queues.addObject().put("words", queue.text()).put("standing",
                    queue.verdict().name().toLowerCase(Locale.ROOT)));
            UnschedulablePodReport.addSuggestions(object.putArray("advice"), launch.remedies());
            launch.quotaRemedyTexts().forEach(object.putArray("quotaAdvice")::add);
            UnschedulablePodReport.putFit(object, launch.fit());
            object.put("headline", launch.headlineText());
            launch.unknown().forEach(object.withArray("/unknown")::add);
        }
        gaps.forEach(json.putArray("notJudged")::add);
        return json;
    }
}

package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.PlainText;
import tessera.model.Plurals;
import tessera.model.SentenceText;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.LaunchOutcome.QueueRoom;
import tessera.scheduling.LaunchOutcome.QuotaRemainder;
import tessera.scheduling.PodFit;

/** How pods of a manifest would fare if they were created now, for people and for programs. */
public final class LaunchReport {

    private static final int LISTED = 6;

    private LaunchReport() {}

    /**
     * For people.
     *
     * @param none said where there are none, a sentence without a full stop
     */
    public static String text(List<LaunchOutcome> launches, String none) {
        return launches.isEmpty() ? none + ".\n"
                : launches.stream().map(each -> text(each, each.called(launches))).collect(Collectors.joining("\n"));
    }

    private static String text(LaunchOutcome launch, String called) {
        var headlines = Stream.concat(Stream.of(launch.headline()),
                launch.barrier().map(_ -> "Apart from that: " + launch.fit().headline()).stream()).toList();
        var text = new StringBuilder(WhyReport.text(launch.fit(),
                "%s in %s".formatted(called, launch.fit().wish().namespace()), headlines));
        if (launch.fit().outcome() == PodFit.FitOutcome.FITS) {
            WhyReport.part(text, launch.refusals().isEmpty() ? "How many" : "How many, apart from that",
                    "  " + launch.roomWords() + ".\n" + places(launch));
            WhyReport.part(text, "What would make room for more", WhyReport.suggestions(launch.advice()));
        }
        WhyReport.part(text, quotaTitle(launch), quotas(launch));
        WhyReport.part(text, "Not known either", WhyReport.lines(launch.unknown()));
        return text.toString();
    }

    private static String places(LaunchOutcome launch) {
        var nodes = launch.capacity().nodes().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .toList();
        int more = nodes.size() - LISTED;
        return nodes.isEmpty() ? ""
                : nodes.stream().limit(LISTED).map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ", "  ",
                                more > 0 ? " and %s more%n".formatted(Plurals.of(more, "node")) : "\n"));
    }

    private static String quotaTitle(LaunchOutcome launch) {
        return (launch.refusals().isEmpty() ? "Quotas"
                : launch.quotas().isEmpty() ? "Refusals" : "Refusals and quotas")
                + (launch.queue().isEmpty() ? "" : " and queue");
    }

    private static String quotas(LaunchOutcome launch) {
        return Stream
                .of(launch.refusals().stream().map(each -> SentenceText.begun(each.words())),
                        launch.quotas().stream().map(QuotaRemainder::words),
                        launch.queues().stream().map(QueueRoom::words),
                        launch.quotaAdvice().stream())
                .flatMap(words -> words).map(words -> "  " + PlainText.line(words) + ".\n")
                .collect(Collectors.joining());
    }

    /**
     * For programs.
     *
     * @param gaps whose pods are not known, and why, a sentence each without a full stop
     */
    public static ObjectNode json(List<LaunchOutcome> launches, List<String> gaps) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "LaunchFit");
        var list = json.putArray("pods");
        for (var launch : launches) {
            var each = list.addObject().put("of", launch.of()).put("part", launch.part())
                    .put("namespace", launch.fit().wish().namespace())
                    .put("wanted", launch.wanted());
            // No number, zero among them, says that nothing is known.
            if (launch.fit().outcome() != PodFit.FitOutcome.UNKNOWN) {
                each.put("room", launch.refusals().isEmpty() ? launch.room() : 0);
            }
            each.put("more", launch.capacity().capped());
            var places = each.putObject("places");
            launch.capacity().nodes().forEach(places::put);
            var refusals = each.putArray("refusals");
            launch.refusals().forEach(refusal -> refusals.add(refusal.words()));
            var quotas = each.putArray("quotas");
            launch.quotas().forEach(quota -> quotas.addObject().put("quota", quota.quota())
                    .put("resource", quota.resource()).put("hard", quota.hard()).put("used", quota.used())
                    .put("pods", quota.pods()));
            each.put("queue", launch.queue());
            var queues = each.putArray("queues");
            launch.queues().forEach(queue -> queues.addObject().put("words", queue.words()).put("standing",
                    queue.standing().name().toLowerCase(Locale.ROOT)));
            WhyReport.fill(each.putArray("advice"), launch.advice());
            launch.quotaAdvice().forEach(each.putArray("quotaAdvice")::add);
            WhyReport.fill(each, launch.fit());
            each.put("headline", launch.headline());
            launch.unknown().forEach(each.withArray("/unknown")::add);
        }
        gaps.forEach(json.putArray("notJudged")::add);
        return json;
    }
}

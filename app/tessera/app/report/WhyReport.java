package tessera.app.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.PlainText;
import tessera.scheduling.FilterFailure;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.NodeFit;
import tessera.scheduling.PodFit;
import tessera.scheduling.PodRemedy;
import tessera.scheduling.RemedySuggestion;
import tessera.scheduling.ResourceShortfall;
import tessera.scheduling.SchedulerAgreement;
import tessera.scheduling.WorkloadWithoutPods;

/** Why a pod finds no node, for people and for programs. */
public final class WhyReport {

    private static final int LISTED = 4;

    private WhyReport() {}

    /**
     * The whole answer in lines.
     *
     * @param title the pod, and how long it has waited
     */
    public static String text(PodFit fit, String title) {
        return text(fit, title, List.of(fit.headline()));
    }

    static String text(PodFit fit, String title, List<String> headlines) {
        var text = new StringBuilder(title).append('\n');
        headlines.forEach(headline -> text.append(PlainText.line(headline)).append(".\n"));
        part(text, "What the %s says".formatted(fit.speaker()),
                fit.kubelet().isEmpty() ? "" : "  " + PlainText.line(fit.kubelet()) + "\n");
        part(text, "Nodes", nodes(fit));
        part(text, "What would help", suggestions(fit.suggestions()));
        part(text, "As the scheduler sums it up",
                fit.summary().isEmpty() ? "" : "  " + PlainText.line(fit.summary()) + "\n");
        part(text, "What %s says".formatted(fit.outcome() == PodFit.FitOutcome.ELSEWHERE ? fit.wish().scheduler()
                : "the scheduler"), compared(fit.comparison()));
        part(text, "Not known", lines(fit.unknown()));
        return text.toString();
    }

    /**
     * Why work has no pods, or too few.
     *
     * @param resumed how its pods would fare if it were not suspended
     */
    public static String text(WorkloadWithoutPods held, List<LaunchOutcome> resumed) {
        var text = new StringBuilder("%s · %s\n%s.\n%s".formatted(held.work().place(), held.work().kind(),
                PlainText.line(held.headline()),
                held.detail().isEmpty() ? "" : PlainText.line(held.detail()) + ".\n"));
        part(text, "If it ran now", lines(resumed.stream().map(each -> each.resumedWords(resumed.size())).toList()));
        part(text, "What would help", suggestions(held.advice().stream().toList()));
        return text.toString();
    }

    public static ObjectNode json(WorkloadWithoutPods held, List<LaunchOutcome> resumed) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Podless")
                .put("namespace", held.work().namespace())
                .put("work", held.work().kind() + "/" + held.work().name())
                .put("headline", held.headline()).put("detail", held.detail());
        var verdicts = json.putArray("resumed");
        resumed.forEach(each -> verdicts.add(each.verdict()));
        fill(json.putArray("suggestions"), held.advice().stream().toList());
        return json;
    }

    static void part(StringBuilder text, String title, String content) {
        if (!content.isEmpty()) {
            text.append('\n').append(PlainText.line(title)).append('\n').append(content);
        }
    }

    static String lines(List<String> lines) {
        return lines.stream().map(line -> "  " + PlainText.line(line) + ".\n").collect(Collectors.joining());
    }

    /** The nodes in groups that say the same. */
    static String nodes(PodFit fit) {
        if (fit.nodes().isEmpty()) {
            return "";
        }
        var table = new TextTable(List.of("  VERDICT", "NODES", "WHY", "WHICH"));
        for (var group : fit.groups()) {
            table.add(List.of("  " + words(group.standing()), Integer.toString(group.nodes().size()),
                    group.words().isEmpty() ? "-" : group.words(), which(group)));
        }
        return table.columns();
    }

    /** Every node on a line of its own, with all that is against it. */
    public static String wide(PodFit fit) {
        var table = new TextTable(List.of("NODE", "VERDICT", "WHY"));
        fit.groups().stream().flatMap(group -> group.nodes().stream()).forEach(node -> table.add(List.of(node.name(),
                words(node.standing()), node.objections().isEmpty() ? "-"
                        : node.objections().stream().map(FilterFailure::words).collect(Collectors.joining("; ")))));
        return table.isEmpty() ? "" : "\n" + table.columns();
    }

    private static String words(NodeFit.NodeFitStatus standing) {
        return switch (standing) {
            case FITS -> "fits";
            case FULL -> "not now";
            case CLOSED -> "closed";
            case OTHER_LAYOUT -> "other layout";
            case UNSUITABLE -> "never";
            case NO_DEVICES -> "no device";
        };
    }

    private static String which(PodFit.NodeGroup group) {
        var listed = group.nodes().stream().limit(LISTED)
                .map(node -> node.name() + free(node).map(" (%s)"::formatted).orElse(""))
                .collect(Collectors.joining(", "));
        int more = group.nodes().size() - LISTED;
        return more > 0 ? "%s and %d more".formatted(listed, more) : listed;
    }

    private static Optional<String> free(NodeFit node) {
        if (node.standing() != NodeFit.NodeFitStatus.FULL) {
            return Optional.empty();
        }
        var lacks = node.objections().stream().flatMap(each -> each.shortage().stream()).map(ResourceShortfall::left)
                .collect(Collectors.joining(", "));
        return Optional.of(lacks).filter(words -> !words.isEmpty());
    }

    static String suggestions(List<RemedySuggestion> suggestions) {
        var text = new StringBuilder();
        int number = 1;
        for (var suggestion : suggestions) {
            text.append("  ").append(number++).append(". ").append(PlainText.line(suggestion.words())).append(".\n");
            if (!suggestion.command().isEmpty()) {
                text.append("     ").append(PlainText.line(suggestion.command())).append('\n');
            }
        }
        return text.toString();
    }

    private static String compared(SchedulerAgreement comparison) {
        return switch (comparison.kind()) {
            case SAME -> "  The same.\n";
            case SILENT -> "";
            case OTHER -> "  " + PlainText.line(comparison.theirs()) + "\n";
            case DIFFERENT -> "  %s%n  It counted otherwise when it last looked: %s.%n".formatted(
                    PlainText.line(comparison.theirs()), PlainText.line(comparison.words()));
        };
    }

    /** For programs. */
    public static ObjectNode json(PodFit fit) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Fit")
                .put("namespace", fit.wish().namespace()).put("pod", fit.wish().name());
        return fill(json, fit);
    }

    static ObjectNode fill(ObjectNode json, PodFit fit) {
        json.put("outcome", word(fit.outcome())).put("headline", fit.headline()).put("kubelet", fit.kubelet())
                .put("summary", fit.summary());
        var requests = json.putObject("requests");
        fit.wish().requests().toMap().forEach(requests::put);
        json.putObject("scheduler").put("compared", word(fit.comparison().kind()))
                .put("message", fit.comparison().theirs()).put("difference", fit.comparison().words());
        var nodes = json.putArray("nodes");
        fit.nodes().forEach(node -> nodes.add(json(node)));
        fill(json.putArray("suggestions"), fit.suggestions());
        var unknown = json.putArray("unknown");
        fit.unknown().forEach(unknown::add);
        return json;
    }

    static void fill(ArrayNode list, List<RemedySuggestion> suggestions) {
        suggestions.forEach(each -> list.addObject()
                .put("kind", kind(each.remedy())).put("words", each.words())
                .put("command", each.command()));
    }

    /** The word for a remedy by which other programs know it. */
    private static String kind(PodRemedy remedy) {
        return switch (remedy) {
            case PodRemedy.DeleteObjects _ -> "delete";
            case PodRemedy.UncordonNode _ -> "uncordon";
            case PodRemedy.Untaint _ -> "untaint";
            case PodRemedy.Label _ -> "label";
            case PodRemedy.RepartitionNode _ -> "divide";
            case PodRemedy.Free _ -> "free";
            case PodRemedy.Tolerate _ -> "tolerate";
            case PodRemedy.Ungate _ -> "ungate";
            case PodRemedy.ChangeRequest _ -> "ask";
            case PodRemedy.Mend _ -> "mend";
            case PodRemedy.Edit _ -> "edit";
            case PodRemedy.Make _ -> "make";
            case PodRemedy.Allow _ -> "allow";
            case PodRemedy.ResumeWork _ -> "resume";
            case PodRemedy.WaitOnly _ -> "wait";
        };
    }

    private static ObjectNode json(NodeFit node) {
        var json = JsonNodeFactory.instance.objectNode().put("node", node.name()).put("verdict",
                words(node.standing()));
        var objections = json.putArray("objections");
        for (FilterFailure each : node.objections()) {
            objections.addObject().put("check", word(each.check())).put("reason", each.reason())
                    .put("words", each.words()).put("lasts", word(each.hold()));
        }
        var resources = json.putArray("resources");
        node.needs().forEach(need -> resources.addObject().put("resource", need.resource())
                .put("wanted", need.wanted()).put("taken", need.taken()).put("allocatable", need.allocatable())
                .put("free", need.free()));
        return json;
    }

    private static String word(Object constant) {
        return constant.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

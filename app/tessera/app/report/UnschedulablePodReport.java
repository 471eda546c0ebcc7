package tessera.app.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tessera.model.ForeignTextSanitizer;
import tessera.scheduling.NodeFitResult;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.PredictedNodeFilterFailure;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.SchedulerResultComparison;
import tessera.scheduling.SchedulingRemedy;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;

/** A report on why a pod cannot be scheduled, for people and for programs. */
public final class UnschedulablePodReport {

    private static final int LISTED = 4;
    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnschedulablePodReport.class);

    private UnschedulablePodReport() {}

    /**
     * Returns the whole answer in lines.
     *
     * @param title the pod, and how long it has waited
     */
    public static String reportText(PodFitResult fit, String title) {
        return reportText(fit, title, List.of(fit.headline()));
    }

    static String reportText(PodFitResult fit, String title, List<String> headlines) {
        var text = new StringBuilder(title).append('\n');
        headlines.forEach(headline -> text.append(fullLine(headline)));
        appendSection(text, MESSAGES.text("why.kubelet", fit.isAttachMessage()), fit.kubeletMessage().isEmpty() ? ""
                : "  " + ForeignTextSanitizer.singleLine(fit.kubeletMessage()) + "\n");
        appendSection(text, MESSAGES.text("why.nodes"), nodesText(fit));
        appendSection(text, MESSAGES.text("why.remedies"), suggestionsText(fit.remedies()));
        appendSection(text, MESSAGES.text("why.summary"),
                fit.summary().isEmpty() ? "" : "  " + ForeignTextSanitizer.singleLine(fit.summary()) + "\n");
        appendSection(text, comparisonTitle(fit), comparisonText(fit.agreement()));
        appendSection(text, MESSAGES.text("why.unknown"), indentedLines(fit.unknownFacts()));
        return text.toString();
    }

    private static String comparisonTitle(PodFitResult fit) {
        if (fit.agreement().kind() == SchedulerResultComparison.SchedulerComparisonOutcome.SAME) {
            return MESSAGES.text("why.comparison");
        }
        return MESSAGES.text("why.source",
                fit.outcome() == PodFitResult.FitOutcome.ELSEWHERE ? fit.podSpec().schedulerName() : "");
    }

    /**
     * Returns the reason why a workload has no pods, or too few.
     *
     * @param resumed how its pods would fare if it were not suspended
     */
    public static String reportText(WorkloadWithoutPods workload, List<PredictedPodPlacement> resumed) {
        var text = new StringBuilder(
                "%s · %s\n%s%s".formatted(workload.workload().qualifiedName(), workload.workload().kind(),
                        fullLine(workload.headline()), workload.detail().isEmpty() ? "" : fullLine(workload.detail())));
        appendSection(text, MESSAGES.text("why.resumed"),
                indentedLines(resumed.stream().map(outcome -> outcome.resumedText(resumed.size())).toList()));
        appendSection(text, MESSAGES.text("why.remedies"), suggestionsText(workload.remedy().stream().toList()));
        return text.toString();
    }

    public static ObjectNode toJson(WorkloadWithoutPods workload, List<PredictedPodPlacement> resumed) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Podless")
                .put("namespace", workload.workload().namespace())
                .put("work", workload.workload().kind() + "/" + workload.workload().name())
                .put("headline", workload.headline()).put("detail", workload.detail());
        var verdicts = json.putArray("resumed");
        resumed.forEach(outcome -> verdicts.add(outcome.summaryText()));
        addSuggestions(json.putArray("suggestions"), workload.remedy().stream().toList());
        return json;
    }

    static void appendSection(StringBuilder text, String title, String content) {
        if (!content.isEmpty()) {
            text.append('\n').append(ForeignTextSanitizer.singleLine(title)).append('\n').append(content);
        }
    }

    static String indentedLines(List<String> lines) {
        return lines.stream().map(UnschedulablePodReport::indentedLine).collect(Collectors.joining());
    }

    static String indentedLine(String sentences) {
        return "  " + fullLine(sentences);
    }

    private static String fullLine(String sentences) {
        return SentenceJoiner.withFullStop(ForeignTextSanitizer.singleLine(sentences)) + "\n";
    }

    /** Returns the nodes in groups with the same reasons. */
    static String nodesText(PodFitResult fit) {
        if (fit.nodes().isEmpty()) {
            return "";
        }
        var table = new TextTable(List.of("  VERDICT", "NODES", "WHY", "WHICH"));
        for (var group : fit.groupNodes()) {
            table.add(
                    List.of("  " + MESSAGES.text("why.status", group.status()), Integer.toString(group.nodes().size()),
                            OptionalText.orElse(group.reasonText(), "-"), nodeNamesText(group)));
        }
        return table.toColumns();
    }

    /** Returns every node on a line of its own, with all reasons against it. */
    public static String wideNodesText(PodFitResult fit) {
        var table = new TextTable(List.of("NODE", "VERDICT", "WHY"));
        fit.groupNodes().stream().flatMap(group -> group.nodes().stream())
                .forEach(node -> table.add(List.of(node.name(), MESSAGES.text("why.status", node.status()),
                        node.failures().isEmpty() ? "-"
                                : node.failures().stream().map(PredictedNodeFilterFailure::text)
                                        .collect(SentenceJoiner.toClauses()))));
        return table.isEmpty() ? "" : "\n" + table.toColumns();
    }

    /** Returns the stable word for a result in JSON. */
    private static String statusWord(NodeFitResult.NodeFitStatus fitStatus) {
        return switch (fitStatus) {
            case FITS -> "fits";
            case MAY_FIT -> "may fit";
            case FULL -> "not now";
            case CLOSED -> "closed";
            case OTHER_LAYOUT -> "other layout";
            case UNSUITABLE -> "never";
            case NO_DEVICES -> "no device";
        };
    }

    private static String nodeNamesText(PodFitResult.SameFailureNodes group) {
        var listed = group.nodes().stream().limit(LISTED).map(UnschedulablePodReport::nodeNameText)
                .collect(Collectors.joining(", "));
        int more = group.nodes().size() - LISTED;
        return more > 0 ? MESSAGES.text("why.more", listed, more) : listed;
    }

    private static String nodeNameText(NodeFitResult node) {
        var amounts = node.decisiveAmountsText();
        return amounts.isEmpty() ? node.name() : "%s (%s)".formatted(node.name(), amounts);
    }

    static String suggestionsText(List<SchedulingRemedy> suggestions) {
        var text = new StringBuilder();
        int number = 1;
        for (var suggestion : suggestions) {
            text.append("  ").append(number++).append(". ").append(fullLine(suggestion.text()));
            if (!suggestion.command().isEmpty()) {
                text.append("     ").append(ForeignTextSanitizer.singleLine(suggestion.command())).append('\n');
            }
        }
        return text.toString();
    }

    private static String comparisonText(SchedulerResultComparison comparison) {
        return switch (comparison.kind()) {
            case SAME -> "  " + MESSAGES.text("why.same") + "\n";
            case SILENT -> "";
            case OTHER -> comparison.schedulerMessage().lines()
                    .map(line -> "  " + ForeignTextSanitizer.singleLine(line.strip()) + "\n")
                    .collect(Collectors.joining());
            case DIFFERENT -> "  %s%n  %s%n".formatted(ForeignTextSanitizer.singleLine(comparison.schedulerMessage()),
                    ForeignTextSanitizer.singleLine(MESSAGES.text("why.different", comparison.text())));
        };
    }

    /** Returns the report for programs. */
    public static ObjectNode toJson(PodFitResult fit) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Fit")
                .put("namespace", fit.podSpec().namespace()).put("pod", fit.podSpec().name());
        return putFit(json, fit);
    }

    static ObjectNode putFit(ObjectNode json, PodFitResult fit) {
        json.put("outcome", constantWord(fit.outcome())).put("headline", fit.headline());
        ReasonJsonWriter.put(json, fit.reason().cause()).put("kubelet", fit.kubeletMessage()).put("summary",
                fit.summary());
        var requests = json.putObject("requests");
        fit.podSpec().requests().toMap().forEach(requests::put);
        json.putObject("scheduler").put("compared", constantWord(fit.agreement().kind()))
                .put("message", fit.agreement().schedulerMessage()).put("difference", fit.agreement().text());
        var nodes = json.putArray("nodes");
        fit.nodes().forEach(node -> nodes.add(nodeJson(node)));
        addSuggestions(json.putArray("suggestions"), fit.remedies());
        var unknown = json.putArray("unknown");
        fit.unknownFacts().forEach(unknown::add);
        return json;
    }

    static void addSuggestions(ArrayNode list, List<SchedulingRemedy> suggestions) {
        suggestions.forEach(suggestion -> list.addObject().put("kind", remedyKind(suggestion.remedy()))
                .put("words", suggestion.text()).put("command", suggestion.command()));
    }

    /** Returns the stable word for a remedy in JSON. */
    private static String remedyKind(SchedulingRemedyChange remedy) {
        return switch (remedy) {
            case SchedulingRemedyChange.DeleteObjectsAction _ -> "delete";
            case SchedulingRemedyChange.UncordonNodeAction _ -> "uncordon";
            case SchedulingRemedyChange.RemoveTaintAction _ -> "untaint";
            case SchedulingRemedyChange.SetNodeLabelAction _ -> "label";
            case SchedulingRemedyChange.RepartitionNodeGpusAction _ -> "divide";
            case SchedulingRemedyChange.EndNodePodsAction _ -> "free";
            case SchedulingRemedyChange.AddTolerationsAction _ -> "tolerate";
            case SchedulingRemedyChange.RemoveGatesAction _ -> "ungate";
            case SchedulingRemedyChange.ChangeResourceRequestAction _ -> "ask";
            case SchedulingRemedyChange.RepairNodeAction _ -> "mend";
            case SchedulingRemedyChange.EditObjectAction _ -> "edit";
            case SchedulingRemedyChange.CreateObjectAction _ -> "make";
            case SchedulingRemedyChange.RaiseQuotaAction _ -> "allow";
            case SchedulingRemedyChange.ResumeWorkloadAction _ -> "resume";
            case SchedulingRemedyChange.WaitAction _ -> "wait";
        };
    }

    private static ObjectNode nodeJson(NodeFitResult node) {
        var json = JsonNodeFactory.instance.objectNode().put("node", node.name()).put("verdict",
                statusWord(node.status()));
        var objections = json.putArray("objections");
        for (PredictedNodeFilterFailure failure : node.failures()) {
            objections.addObject().put("check", checkWord(failure)).put("reason", failure.schedulerReason())
                    .put("words", failure.text()).put("lasts", constantWord(failure.blocker()));
        }
        var resources = json.putArray("resources");
        node.resources()
                .forEach(shortfall -> resources.addObject().put("resource", shortfall.resource())
                        .put("wanted", shortfall.requested()).put("taken", shortfall.used())
                        .put("allocatable", shortfall.allocatable()).put("free", shortfall.free()));
        return json;
    }

    private static String checkWord(PredictedNodeFilterFailure failure) {
        return switch (failure.plugin()) {
            case NODE_UNSCHEDULABLE -> "cordon";
            case NODE_NAME -> "name";
            case TAINT_TOLERATION -> "taint";
            case NODE_AFFINITY -> failure.isPinnedElsewhere() ? "pinned" : "labels";
            case NODE_PORTS -> "ports";
            case NODE_RESOURCES_FIT -> "resources";
            case VOLUME_RESTRICTIONS, VOLUME_BINDING, VOLUME_ZONE -> "volumes";
            case POD_TOPOLOGY_SPREAD -> "spread";
            case INTER_POD_AFFINITY -> "company";
            case DYNAMIC_RESOURCES -> "devices";
            case null -> "kubelet";
        };
    }

    private static String constantWord(Object constant) {
        return constant.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

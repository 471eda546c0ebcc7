package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.stack.BrokenGpuStackComponentFinding;
import tessera.stack.ClusterPolicyStatusText;
import tessera.stack.ClusterReadResult;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.GpuStackObjects;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A report on the GPU stack: a line each for release and operator, and a row for each node. */
public final class GpuStackReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackReport.class);

    private final GpuStackStatus stack;

    public GpuStackReport(GpuStackStatus stack) {
        super(columnHeadings(), List.of("REMEDY"));
        this.stack = stack;
    }

    private static List<String> columnHeadings() {
        return Stream.of(Stream.of("NODE"),
                Arrays.stream(GpuStackComponent.values()).map(component -> component.title().toUpperCase(Locale.ROOT)),
                Stream.of("VERSION", "FIRST BROKEN LINK")).flatMap(part -> part).toList();
    }

    @Override
    String headingText() {
        var lines = new ArrayList<String>();
        lines.add("Release        "
                + answerText(stack.objects().release(), GpuStackReport::releaseText, MESSAGES.text("stack.noRelease")));
        lines.add("ClusterPolicy  " + answerText(stack.objects().policies(), _ -> policyText(), ""));
        lines.add("Operator       " + answerText(stack.objects().operator(), GpuStackReport::operatorReadyText,
                MESSAGES.text("stack.noDeployment")));
        stack.objects().operandSets().problem()
                .ifPresent(problem -> lines.add("DaemonSets     " + problem.problemText()));
        if (!stack.otherPluginNames().isEmpty()) {
            lines.add("Other plugins  " + String.join(", ", stack.otherPluginNames()));
        }
        if (stack.otherNodes() > 0) {
            lines.add("Others         " + MESSAGES.text("stack.otherVendors", stack.otherNodes()));
        }
        return lines.stream().map(ForeignTextSanitizer::singleLine).collect(Collectors.joining("\n", "", "\n\n"));
    }

    private static Optional<String> operatorReadyText(Optional<GpuStackObjects.OperatorDeployment> operator) {
        return operator.map(pod -> MESSAGES.text("stack.operator", pod.ready(), pod.desired(), pod.version()));
    }

    private static <T> String answerText(ClusterReadResult<T> readResult, Function<T, Optional<String>> words,
            String nothing) {
        return readResult.problem().map(Problem::problemText)
                .orElseGet(() -> readResult.result().flatMap(words).orElse(nothing));
    }

    private static Optional<String> releaseText(Optional<GpuStackHelmRelease> release) {
        return release.map(each -> MESSAGES.text("stack.release", each.name(), each.namespace(), each.revision(),
                each.status(), each.chart(), each.version()));
    }

    private Optional<String> policyText() {
        return Optional.of(stack.policyStatus().map(GpuStackReport::policyStatusText).orElse("none"));
    }

    private static String policyStatusText(ClusterPolicyStatusText statusText) {
        return statusText.headline() + statusText.firstNotReadyText().map(first -> " · " + first).orElse("") + " · "
                + statusText.text();
    }

    @Override
    String emptyText() {
        return MESSAGES.text("stack.none");
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var chain : stack.chains()) {
            var row = new ArrayList<>(List.of(chain.name()));
            chain.links().forEach(stackComponent -> row.add(stateCell(stackComponent)));
            row.add(OptionalText.orElse(chain.driverVersion(), "-"));
            row.add(chain.finding().map(BrokenGpuStackComponentFinding::headline).or(() -> unknownReason(chain))
                    .orElse("-"));
            if (wide) {
                row.add(chain.finding().map(BrokenGpuStackComponentFinding::remedy).orElse(""));
            }
            table.add(row);
        }
    }

    /** Returns the reason why a component is unknown, where nothing else is reported of the node. */
    private static Optional<String> unknownReason(NodeGpuStackComponentChain chain) {
        return chain.links().stream()
                .filter(stackComponent -> stackComponent.state() == NodeGpuStackComponent.NodeComponentState.UNKNOWN)
                .map(NodeGpuStackComponent::text).filter(text -> !text.isEmpty()).findFirst()
                .map(text -> MESSAGES.text("stack.unknown", text));
    }

    private static String stateCell(NodeGpuStackComponent stackComponent) {
        return switch (stackComponent.state()) {
            case ABSENT -> "-";
            case READY -> "ready";
            default -> OptionalText.orElse(stackComponent.summary(), "?");
        };
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "GpuStack");
        json.set("release", releaseJson());
        json.set("policy", policyJson());
        var nodes = json.putArray("nodes");
        stack.chains().forEach(chain -> nodes.add(chainJson(chain)));
        json.put("otherNodes", stack.otherNodes());
        stack.objects().problems().map(ProblemJsonFormatter::toJson).forEach(json.putArray("unreadable")::add);
        return json;
    }

    private ObjectNode releaseJson() {
        var json = JsonNodeFactory.instance.objectNode();
        stack.objects().release().problem().ifPresent(problem -> json.put("problem", problem.problemText()));
        var release = stack.objects().release().result().flatMap(found -> found).orElse(null);
        if (release != null) {
            json.put("name", release.name()).put("namespace", release.namespace()).put("revision", release.revision())
                    .put("status", release.status()).put("chart", release.chart()).put("version", release.version())
                    .put("app", release.appVersion())
                    .put("deployed", release.deployed() == null ? "" : release.deployed().toString());
            var history = json.putArray("history");
            for (var recordedRevision : release.history()) {
                history.addObject().put("revision", recordedRevision.number()).put("status", recordedRevision.status());
            }
            var values = json.putObject("values");
            for (var setting : release.userValues()) {
                values.put(setting.path(), setting.value());
            }
        }
        return json;
    }

    private ObjectNode policyJson() {
        var json = JsonNodeFactory.instance.objectNode();
        stack.objects().policies().problem().ifPresent(problem -> json.put("problem", problem.problemText()));
        stack.policyStatus().ifPresent(statusText -> {
            json.put("verdict", statusText.verdict().name().toLowerCase(Locale.ROOT)).put("headline",
                    statusText.headline());
            ReasonJsonWriter.put(json, statusText.reason()).put("text", statusText.text());
            var parts = json.putArray("notReady");
            statusText.notReadyParts().forEach(parts::add);
        });
        return json;
    }

    private static ObjectNode chainJson(NodeGpuStackComponentChain chain) {
        var json = JsonNodeFactory.instance.objectNode().put("name", chain.name()).put("driver", chain.driverVersion())
                .put("stack", chain.kind().name().toLowerCase(Locale.ROOT)).put("upgrade", chain.upgrade().label());
        var links = json.putObject("links");
        chain.links()
                .forEach(stackComponent -> links.putObject(stackComponent.component().name().toLowerCase(Locale.ROOT))
                        .put("title", stackComponent.title())
                        .put("state", stackComponent.state().name().toLowerCase(Locale.ROOT))
                        .put("words", stackComponent.text()));
        chain.finding()
                .ifPresent(finding -> json.putObject("finding")
                        .put("at", finding.component().name().toLowerCase(Locale.ROOT)).put("reason", finding.code())
                        .put("headline", finding.headline()).put("because", finding.explanation())
                        .put("remedy", finding.remedy()).put("evidence", finding.evidence()));
        return json;
    }
}

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
import tessera.model.PlainText;
import tessera.model.Problem;
import tessera.stack.ChainFinding;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.NodeChain;
import tessera.stack.StackAnswer;
import tessera.stack.StackComponent;

/** How it stands with a GPU stack: a line for the release and the operator each, and a row for each node. */
public final class StackReport extends CommandReport {

    private final GpuStack stack;

    public StackReport(GpuStack stack) {
        super(headings(), List.of("REMEDY"));
        this.stack = stack;
    }

    private static List<String> headings() {
        return Stream.of(Stream.of("NODE"),
                Arrays.stream(StackComponent.values()).map(each -> each.title().toUpperCase(Locale.ROOT)),
                Stream.of("VERSION", "FIRST BROKEN LINK")).flatMap(part -> part).toList();
    }

    @Override
    String heading() {
        var lines = new ArrayList<String>();
        lines.add("Release        " + told(stack.objects().release(), StackReport::release, "none that Helm knows of"));
        lines.add("ClusterPolicy  " + told(stack.objects().policies(), _ -> policy(), ""));
        lines.add("Operator       " + told(stack.objects().operator(),
                operator -> operator.map(each -> "%d of %d ready%s".formatted(each.ready(), each.wanted(),
                        each.version().isEmpty() ? "" : " · " + each.version())),
                "no Deployment found"));
        if (!stack.otherPlugins().isEmpty()) {
            lines.add("Other plugins  " + String.join(", ", stack.otherPlugins()));
        }
        if (stack.others() > 0) {
            lines.add("Others         " + stack.others() + " GPU nodes of other makers");
        }
        return lines.stream().map(PlainText::line).collect(Collectors.joining("\n", "", "\n\n"));
    }

    private static <T> String told(StackAnswer<T> told, Function<T, Optional<String>> words,
            String nothing) {
        return told.missing().map(Problem::sentence)
                .orElseGet(() -> told.found().flatMap(words).orElse(nothing));
    }

    private static Optional<String> release(Optional<HelmReleaseFacts> release) {
        return release.map(each -> "%s in %s · revision %d · %s · %s %s".formatted(each.name(), each.namespace(),
                each.revision(), each.status(), each.chart(), each.version()));
    }

    private Optional<String> policy() {
        return Optional.of(stack.policy().map(standing -> standing.headline()
                + standing.firstNotReady().map(first -> " · " + first).orElse("") + " · " + standing.text())
                .orElse("none"));
    }

    @Override
    String nothing() {
        return "No node with GPUs of a known stack found.";
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var chain : stack.chains()) {
            var row = new ArrayList<>(List.of(chain.name()));
            chain.links().forEach(link -> row.add(cell(link)));
            row.add(chain.driver().isEmpty() ? "-" : chain.driver());
            row.add(chain.finding().map(ChainFinding::headline).or(() -> unknown(chain)).orElse("-"));
            if (wide) {
                row.add(chain.finding().map(ChainFinding::remedy).orElse(""));
            }
            table.add(row);
        }
    }

    /** Why nothing is known of a part, where nothing else is told of the node. */
    private static Optional<String> unknown(NodeChain chain) {
        return chain.links().stream().filter(link -> link.state() == ChainLink.LinkState.UNKNOWN).map(ChainLink::words)
                .filter(words -> !words.isEmpty()).findFirst().map(words -> "not known: " + words);
    }

    private static String cell(ChainLink link) {
        return switch (link.state()) {
            case ABSENT -> "-";
            case READY -> "ready";
            default -> link.brief().isEmpty() ? "?" : link.brief();
        };
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "GpuStack");
        json.set("release", release());
        json.set("policy", policyJson());
        var nodes = json.putArray("nodes");
        stack.chains().forEach(chain -> nodes.add(json(chain)));
        return json.put("otherNodes", stack.others());
    }

    private ObjectNode release() {
        var json = JsonNodeFactory.instance.objectNode();
        stack.objects().release().missing().ifPresent(why -> json.put("problem", why.sentence()));
        stack.objects().release().found().flatMap(found -> found).ifPresent(release -> {
            json.put("name", release.name()).put("namespace", release.namespace())
                    .put("revision", release.revision()).put("status", release.status())
                    .put("chart", release.chart()).put("version", release.version()).put("app", release.app())
                    .put("deployed", release.deployed() == null ? "" : release.deployed().toString());
            var history = json.putArray("history");
            release.history().forEach(revision -> history.addObject().put("revision", revision.number())
                    .put("status", revision.status()));
            var values = json.putObject("values");
            release.values().forEach(setting -> values.put(setting.path(), setting.value()));
        });
        return json;
    }

    private ObjectNode policyJson() {
        var json = JsonNodeFactory.instance.objectNode();
        stack.objects().policies().missing().ifPresent(why -> json.put("problem", why.sentence()));
        stack.policy().ifPresent(standing -> {
            json.put("verdict", standing.verdict().name().toLowerCase(Locale.ROOT))
                    .put("headline", standing.headline()).put("text", standing.text());
            var parts = json.putArray("notReady");
            standing.notReady().forEach(parts::add);
        });
        return json;
    }

    private static ObjectNode json(NodeChain chain) {
        var json = JsonNodeFactory.instance.objectNode().put("name", chain.name()).put("driver", chain.driver())
                .put("stack", chain.kind().name().toLowerCase(Locale.ROOT)).put("upgrade", chain.upgrade().label());
        var links = json.putObject("links");
        chain.links().forEach(link -> links.putObject(link.component().name().toLowerCase(Locale.ROOT))
                .put("title", link.title()).put("state", link.state().name().toLowerCase(Locale.ROOT))
                .put("words", link.words()));
        chain.finding().ifPresent(finding -> json.putObject("finding")
                .put("at", finding.at().name().toLowerCase(Locale.ROOT)).put("headline", finding.headline())
                .put("because", finding.because()).put("remedy", finding.remedy())
                .put("evidence", finding.evidence()));
        return json;
    }
}

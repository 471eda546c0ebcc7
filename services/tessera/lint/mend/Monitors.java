package tessera.lint.mend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.Inner;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;

/** Edits of alerts and dashboards. */
public final class Monitors {

    private static final Pattern GRAPH = Pattern.compile("[\"']?type[\"']?\\s*:\\s*[\"']?(graph)\\b[\"']?");

    private Monitors() {}

    /** A PrometheusRule in place of a ConfigMap that holds nothing but rules. */
    public static Optional<Fix> rules(KubeObject map, Value text) {
        var inner = new Inner(text);
        var data = map.at("data");
        if (!inner.block() || data.entries().size() != 1 || data.flow()) {
            return Optional.empty();
        }
        int begin = text.offsetOfLine(text.blockLine());
        var edits = new ArrayList<Edit>();
        for (int line = 1; line <= inner.lines(); line++) {
            int at = text.offsetOfLine(text.blockLine() + line - 1);
            if (!inner.line(line).isEmpty()) {
                edits.add(new Edit(at, at + inner.indent(), "  "));
            }
        }
        int head = text.offsetOfLine(text.key().position().line());
        return Edits.fix("Make a PrometheusRule of it",
                Edits.replace(map.at("apiVersion"), "monitoring.coreos.com/v1"),
                Edits.replace(map.at("kind"), "PrometheusRule"), Edits.replace(data.key(), "spec"),
                List.of(new Edit(head, begin, "")), edits);
    }

    /** The label by which Grafana's sidecar finds dashboards. */
    public static Optional<Fix> labelled(KubeObject map, String label) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("metadata").putObject("labels").put(label, "1");
        return Edits.fix("Label it so", Grafts.merge(map.root(), tree));
    }

    /** The dashboard itself in place of what holds it. */
    public static Optional<Fix> unwrapped(Value text, Value holder) {
        var inner = new Inner(text);
        var board = holder.at("dashboard");
        if (!inner.block() || !board.isMap() || !text.text().stripLeading().startsWith("{")) {
            return Optional.empty();
        }
        return Edits.fix("Take away what is round it", inner.only(board));
    }

    /** Panels of the kind that followed. */
    public static Optional<Fix> series(Value text) {
        return Edits.fix("Write timeseries", Grafts.replaceAll(text, GRAPH, "timeseries"));
    }
}

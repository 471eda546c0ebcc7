package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.Linter.Done;
import tessera.lint.finding.Finding;
import tessera.lint.finding.Severity;

/** What was found in manifests. */
public final class LintReport {

    private final List<Checked> files;
    private final List<String> unread;

    /**
     * A file that was looked at.
     *
     * @param findings that are left
     * @param mended   that are no more
     */
    public record Checked(String file, List<Finding> findings, List<Done> mended) {

        public Checked {
            findings = List.copyOf(findings);
            mended = List.copyOf(mended);
        }
    }

    /** @param unread files that nobody could look at */
    public LintReport(List<Checked> files, List<String> unread) {
        this.files = List.copyOf(files);
        this.unread = List.copyOf(unread);
    }

    /** As {@code text} or as {@code json}. */
    public String print(String form) {
        return form.equals("json") ? json().toPrettyString() + "\n" : text();
    }

    private String text() {
        var text = new StringBuilder();
        for (var file : files) {
            file.mended().forEach(done -> text.append("%s: done: %s (%s)%n".formatted(file.file(),
                    done.fix().words(), done.finding().rule().id())));
            file.findings().forEach(finding -> text.append("%s:%d:%d: %s: %s (%s%s)%n%s".formatted(file.file(),
                    finding.line(), finding.column(), finding.severity().word(), finding.reason(), finding.rule().id(),
                    finding.fix().isPresent() ? ", --fix mends it" : "", ways(finding))));
        }
        return text.append(sum()).append('\n').toString();
    }

    /** What people can decide for, as it is chosen; or what helps in place of an edit. */
    private static String ways(Finding finding) {
        var ways = new StringBuilder();
        for (int at = 1; at <= finding.ways().size(); at++) {
            ways.append("    --choose %s=%d: %s%n".formatted(finding.rule().id(), at,
                    finding.ways().get(at - 1).words()));
        }
        return ways.append(finding.instead().isEmpty() ? "" : "    %s%n".formatted(finding.instead())).toString();
    }

    private String sum() {
        var counts = Stream.of(Severity.values()).filter(severity -> count(severity) > 0)
                .map(severity -> count(severity) + " " + severity.word() + (count(severity) == 1 ? "" : "s"))
                .collect(Collectors.joining(", "));
        var found = counts.isEmpty() ? "Nothing is wrong" : counts;
        return unread.isEmpty() ? found
                : "%s; %d of %d files not read".formatted(found, unread.size(), unread.size() + files.size());
    }

    private long count(Severity severity) {
        return files.stream().flatMap(file -> file.findings().stream())
                .filter(finding -> finding.severity() == severity).count();
    }

    private ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "LintResult");
        for (var severity : Severity.values()) {
            json.put(severity.word() + "s", count(severity));
        }
        var list = json.putArray("files");
        for (var file : files) {
            var entry = list.addObject().put("file", file.file());
            var findings = entry.putArray("findings");
            file.findings().forEach(finding -> findings.add(json(finding)));
            var mended = entry.putArray("mended");
            file.mended().forEach(done -> mended.add(json(done.finding()).put("fix", done.fix().words())));
        }
        if (!unread.isEmpty()) {
            unread.forEach(json.putArray("unread")::add);
        }
        return json;
    }

    private static ObjectNode json(Finding finding) {
        var json = JsonNodeFactory.instance.objectNode().put("rule", finding.rule().id())
                .put("severity", finding.severity().word()).put("line", finding.line()).put("column", finding.column())
                .put("object", finding.object()).put("reason", finding.reason())
                .put("fix", finding.fix().map(fix -> fix.words()).orElse(null));
        var ways = json.putArray("choices");
        finding.ways().forEach(way -> ways.add(way.words()));
        return finding.instead().isEmpty() ? json : json.put("instead", finding.instead());
    }
}

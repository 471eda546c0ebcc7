package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.ManifestLinter.LintResult;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.yaml.JsonText;

/** What was found in manifests. */
public final class LintReport {

    /** How many places of a group are named. */
    private static final int SHOWN = 3;

    private final List<CheckedFile> files;
    private final List<String> unread;

    /**
     * A file that was looked at.
     *
     * @param findings that are left
     * @param mended   that are no more
     */
    public record CheckedFile(String file, List<LintFinding> findings, List<LintResult> mended) {

        public CheckedFile {
            findings = List.copyOf(findings);
            mended = List.copyOf(mended);
        }
    }

    /** @param unread files that nobody could look at */
    public LintReport(List<CheckedFile> files, List<String> unread) {
        this.files = List.copyOf(files);
        this.unread = List.copyOf(unread);
    }

    /**
     * As {@code text} or as {@code json}.
     *
     * @param all whether each finding is a line of its own; else those of one rule that say the same are told once, and hints
     *            are a line a rule
     */
    public String print(String form, boolean all) {
        return form.equals("json") ? JsonText.of(json()) : text(all);
    }

    private String text(boolean all) {
        var text = new StringBuilder();
        files.forEach(file -> file.mended().forEach(done -> text.append("%s: done: %s (%s)%n".formatted(file.file(),
                done.fix().words(), done.finding().rule().id()))));
        boolean folded = false;
        for (var severity : LintSeverity.values()) {
            for (var group : groups(severity, all)) {
                boolean fold = group.size() > 1;
                folded |= fold;
                text.append(fold ? folded(group, severity) : single(group.getFirst()));
            }
        }
        text.append(sum());
        return text.append(folded ? "; --all shows each place\n" : "\n").toString();
    }

    /** A finding and the file that it is of. */
    private record FileFinding(String file, LintFinding finding) {

        String place() {
            return "%s:%d".formatted(file, finding.line());
        }
    }

    /** What is told at once: of errors and warnings what says the same, of hints all of a rule. */
    private List<List<FileFinding>> groups(LintSeverity severity, boolean all) {
        var placed = files.stream().flatMap(file -> file.findings().stream()
                .map(finding -> new FileFinding(file.file(), finding)))
                .filter(each -> each.finding().severity() == severity)
                .toList();
        return all ? placed.stream().map(List::of).toList()
                : List.copyOf(placed.stream().collect(Collectors.groupingBy(each -> severity == LintSeverity.HINT
                        ? each.finding().rule().id()
                        : each.finding().rule().id() + "\n" + each.finding().reason(), LinkedHashMap::new,
                        Collectors.toList())).values());
    }

    private static String single(FileFinding placed) {
        var finding = placed.finding();
        return "%s:%d:%d: %s: %s (%s%s)%n%s".formatted(placed.file(), finding.line(), finding.column(),
                finding.severity().word(), finding.reason(), finding.rule().id(),
                finding.fix().isPresent() ? ", --fix mends it" : "", ways(finding));
    }

    private static String folded(List<FileFinding> group, LintSeverity severity) {
        var first = group.getFirst().finding();
        boolean same = group.stream().allMatch(each -> each.finding().reason().equals(first.reason()));
        boolean mends = group.stream().allMatch(each -> each.finding().fix().isPresent());
        var places = group.stream().limit(SHOWN).map(FileFinding::place).collect(Collectors.joining(", "));
        return "%s: %s (%s%s), %d places: %s%s%n%s".formatted(severity.word(),
                same ? first.reason() : first.rule().title(), first.rule().id(), mends ? ", --fix mends it" : "",
                group.size(), places,
                group.size() > SHOWN ? " and %d more".formatted(group.size() - SHOWN) : "",
                severity == LintSeverity.HINT ? "" : ways(first));
    }

    /** What people can decide for, as it is chosen; or what helps in place of an edit. */
    private static String ways(LintFinding finding) {
        var ways = new StringBuilder();
        for (int at = 1; at <= finding.ways().size(); at++) {
            ways.append("    --choose %s=%d: %s%n".formatted(finding.rule().id(), at,
                    finding.ways().get(at - 1).words()));
        }
        return ways.append(finding.instead().isEmpty() ? "" : "    %s%n".formatted(finding.instead())).toString();
    }

    private String sum() {
        var counts = Stream.of(LintSeverity.values()).filter(severity -> count(severity) > 0)
                .map(severity -> count(severity) + " " + severity.word() + (count(severity) == 1 ? "" : "s"))
                .collect(Collectors.joining(", "));
        var found = counts.isEmpty() ? "Nothing is wrong" : counts;
        return unread.isEmpty() ? found
                : "%s; %d of %d files not read".formatted(found, unread.size(), unread.size() + files.size());
    }

    private long count(LintSeverity severity) {
        return files.stream().flatMap(file -> file.findings().stream())
                .filter(finding -> finding.severity() == severity).count();
    }

    private ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "LintResult");
        for (var severity : LintSeverity.values()) {
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

    private static ObjectNode json(LintFinding finding) {
        var json = JsonNodeFactory.instance.objectNode().put("rule", finding.rule().id())
                .put("severity", finding.severity().word()).put("line", finding.line()).put("column", finding.column())
                .put("object", finding.object()).put("reason", finding.reason())
                .put("fix", finding.fix().map(fix -> fix.words()).orElse(null));
        var ways = json.putArray("choices");
        finding.ways().forEach(way -> ways.add(way.words()));
        return finding.instead().isEmpty() ? json : json.put("instead", finding.instead());
    }
}

package tessera.lint.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.rule.FieldFacts.Mistake;
import tessera.lint.source.BlockEditor;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.SourceText.Position;
import tessera.model.BoundedCharSequence;

/** Checks of shell commands in pods, and of scripts in ConfigMaps. */
final class CommandChecks implements LintCheck {

    private static final String RULE = "command-futile";
    private static final Pattern COMMENT = Pattern.compile("(?m)^[ \\t]*#.*$");
    private static final String DAEMON = "daemon";
    private static final Pattern CONTINUED = Pattern.compile("\\\\\\r?\\n");
    private static final Pattern CONTAINERD = Pattern.compile("(?s).*\\.toml|.*containerd.*");
    private static final Pattern SCRIPT = Pattern.compile("#!\\S*(?:/| )(?:ba|da|k|z)?sh\\b[\\s\\S]*");

    @Override
    public void checkObject(KubeObject object, CheckContext context) {
        if (object.isKind("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> {
                var script = new ShellText(entry.value(), entry.value().text(), "", context);
                if (entry.name().endsWith(".sh") || SCRIPT.matcher(script.text()).matches()) {
                    script.checkAll();
                } else if (CONTAINERD.matcher(entry.name()).matches() || isDockerConfig(entry, context)) {
                    script.reportMistakes("runtimes", script.text());
                }
            });
        }
    }

    /** Returns whether it is a Docker configuration, which is read from daemon.json, by key or by mount path. */
    private static boolean isDockerConfig(ManifestValue.MappingEntry entry, CheckContext context) {
        return entry.value().text().stripLeading().startsWith("{") && !entry.name().contains(DAEMON)
                && context.manifest().objects().stream().flatMap(object -> object.templates().stream())
                        .noneMatch(template -> isMountedAsDaemon(template, entry.name()));
    }

    private static boolean isMountedAsDaemon(PodTemplate template, String key) {
        var items = template.spec().at("volumes").items().stream().flatMap(volume -> volume.at("configMap", "items")
                .items().stream()).filter(item -> item.at("key").text().equals(key)).map(item -> item.at("path"));
        var mounts = template.allContainers().stream().flatMap(container -> container.value().at("volumeMounts")
                .items().stream()).filter(mount -> mount.at("subPath").text().equals(key))
                .map(mount -> mount.at("mountPath"));
        return Stream.concat(items, mounts).anyMatch(path -> path.text().contains(DAEMON));
    }

    @Override
    public void checkContainer(TemplateContainer container, PodTemplate template, CheckContext context) {
        var value = container.value();
        var run = Stream.of(value.at("lifecycle", "postStart"), value.at("lifecycle", "preStop"),
                value.at("startupProbe"), value.at("readinessProbe"), value.at("livenessProbe"))
                .map(each -> each.at("exec", "command"));
        var around = template.object().name() + "\n"
                + template.allContainers().stream().map(TemplateContainer::commandText)
                        .collect(Collectors.joining("\n"));
        run.forEach(words -> checkWords(words, around, context));
        var arguments = value.at("args");
        boolean found = checkWords(value.at("command"), around, context);
        found |= checkWords(arguments, around, context);
        if (!found && value.at("command").isList() && arguments.isList() && !container.commandText().contains("\n")) {
            new ShellText(arguments, container.commandText(), around, context).checkAll();
        }
    }

    /** Checks words separately and joined: a script is one word, a command may be spread over many. */
    private static boolean checkWords(ManifestValue words, String around, CheckContext context) {
        boolean found = false;
        for (var word : words.items()) {
            found |= new ShellText(word, word.text(), around, context).checkAll();
        }
        return found || (words.isList()
                && new ShellText(words, words.texts().stream().collect(Collectors.joining(" ")), around, context)
                        .checkAll());
    }

    /**
     * A text that a shell runs.
     *
     * @param around what else its pod is called and runs: it tells what a command is for
     */
    private record ShellText(ManifestValue value, String text, String around, CheckContext look) {

        boolean checkAll() {
            var quiet = CONTINUED.matcher(COMMENT.matcher(text).replaceAll(ShellText::blankText))
                    .replaceAll(ShellText::blankText);
            boolean found = false;
            for (var mistake : look.facts().mistakesOf("commands")) {
                for (var match : findMatches(mistake, quiet)) {
                    found = true;
                    var written = text.substring(match.start(), match.end());
                    look.addFinding(RULE, positionOf(match),
                            "“%s”: %s".formatted(shortenedText(written), mistake.reason()),
                            correctMatch(match, mistake));
                }
            }
            for (var mistake : look.facts().mistakesOf("exports")) {
                var matches = findMatches(mistake, quiet);
                // Several give each of several processes a device of its own.
                if (matches.size() == 1) {
                    found = true;
                    look.addFinding(mistake.right(), positionOf(matches.getFirst()), mistake.reason(),
                            removeLine(matches.getFirst()));
                }
            }
            return reportMistakes("handmade", quiet) || found;
        }

        /** Reports mistakes that belong to rules of their own. */
        boolean reportMistakes(String facts, String quiet) {
            boolean found = false;
            for (var mistake : look.facts().mistakesOf(facts)) {
                for (var match : findMatches(mistake, quiet)) {
                    found = true;
                    look.addFinding(mistake.right(), positionOf(match), mistake.reason(), Optional.empty());
                }
            }
            return found;
        }

        /** Returns the matches that are found within the time limit. */
        private List<MatchResult> findMatches(Mistake mistake, String quiet) {
            var found = new ArrayList<MatchResult>();
            try {
                mistake.wrong().matcher(BoundedCharSequence.of(quiet + "\n;\n" + around)).results()
                        .filter(match -> match.end() <= quiet.length()).forEach(found::add);
            } catch (BoundedCharSequence.ReadLimitException | StackOverflowError _) {
                return found;
            }
            return found;
        }

        private static String blankText(MatchResult result) {
            return Matcher.quoteReplacement(result.group().replaceAll("[^\\n]|\\n", " "));
        }

        private static String shortenedText(String written) {
            var line = written.strip().replaceAll("\\s+", " ");
            return line.length() > 60 ? line.substring(0, 57) + "…" : line;
        }

        /** Returns the line of a match, counted from 1. */
        private int lineOf(MatchResult match) {
            return 1 + (int) text.substring(0, match.start()).chars().filter(each -> each == '\n').count();
        }

        private Position positionOf(MatchResult match) {
            if (value.blockStartLine() == 0) {
                return value.position();
            }
            int column = match.start() - text.lastIndexOf('\n', match.start() - 1);
            return new Position(value.blockStartLine() + lineOf(match) - 1,
                    new BlockEditor(value).indentation() + column);
        }

        private Optional<LintFix> correctMatch(MatchResult match, Mistake mistake) {
            var written = text.substring(match.start(), match.end());
            if (mistake.right().isEmpty() || written.contains("\n") || !value.isText()) {
                return Optional.empty();
            }
            var right = match.groupCount() == 0 ? mistake.right() : mistake.right().replace("$1", match.group(1));
            return ManifestEditor.fixOf("Write “%s”".formatted(shortenedText(right)),
                    value.blockStartLine() > 0 ? replaceMatch(match, right)
                            : ManifestEditor.replacePart(value, written, right));
        }

        private List<TextEdit> replaceMatch(MatchResult match, String right) {
            var inner = new BlockEditor(value);
            int number = lineOf(match);
            int column = match.start() - text.lastIndexOf('\n', match.start() - 1) - 1;
            var line = inner.line(number);
            return inner.replaceLine(number, (line.substring(0, column) + right
                    + line.substring(column + match.end() - match.start())).strip());
        }

        private Optional<LintFix> removeLine(MatchResult match) {
            var inner = new BlockEditor(value);
            boolean alone = inner.isLiteralBlock() && inner.lineCount() > 1
                    && inner.line(lineOf(match)).strip().equals(match.group().strip());
            return alone ? ManifestEditor.fixOf("Take the line away", inner.removeLines(lineOf(match), lineOf(match)))
                    : Optional.empty();
        }
    }
}

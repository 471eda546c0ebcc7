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
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.rule.CommonFieldMistakeCatalog.NameMistake;
import tessera.lint.source.LineIndexedText.TextPosition;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlLiteralBlockEditor;
import tessera.model.ReadLimitedCharSequence;
import tessera.text.MessageCatalog;

/** Checks of shell commands in pods, and of scripts in ConfigMaps. */
final class ShellCommandLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ShellCommandLintChecks.class);
    private static final String RULE = "command-futile";
    private static final Pattern COMMENT = Pattern.compile("(?m)^[ \\t]*#.*$");
    private static final String DAEMON = "daemon";
    private static final Pattern CONTINUED = Pattern.compile("\\\\\\r?\\n");
    private static final Pattern CONTAINERD = Pattern.compile("(?s).*\\.toml|.*containerd.*");
    private static final Pattern SCRIPT = Pattern.compile("#!\\S*(?:/| )(?:ba|da|k|z)?sh\\b[\\s\\S]*");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
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
    private static boolean isDockerConfig(ManifestValue.MappingEntry entry, LintCheckContext context) {
        return entry.value().text().stripLeading().startsWith("{") && !entry.name().contains(DAEMON)
                && context.manifest().objects().stream().flatMap(object -> object.templates().stream())
                        .noneMatch(template -> isMountedAsDaemon(template, entry.name()));
    }

    private static boolean isMountedAsDaemon(ManifestPodTemplate template, String key) {
        var items = template.spec().at("volumes").items().stream()
                .flatMap(volume -> volume.at("configMap", "items").items().stream())
                .filter(item -> item.at("key").text().equals(key)).map(item -> item.at("path"));
        var mounts = template.allContainers().stream()
                .flatMap(container -> container.value().at("volumeMounts").items().stream())
                .filter(mount -> mount.at("subPath").text().equals(key)).map(mount -> mount.at("mountPath"));
        return Stream.concat(items, mounts).anyMatch(path -> path.text().contains(DAEMON));
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        var value = container.value();
        var run = Stream.of(value.at("lifecycle", "postStart"), value.at("lifecycle", "preStop"),
                value.at("startupProbe"), value.at("readinessProbe"), value.at("livenessProbe"))
                .map(each -> each.at("exec", "command"));
        var around = template.object().name() + "\n" + template.allContainers().stream()
                .map(PodTemplateContainer::commandText).collect(Collectors.joining("\n"));
        run.forEach(words -> checkWords(words, around, context));
        var arguments = value.at("args");
        boolean found = checkWords(value.at("command"), around, context);
        found |= checkWords(arguments, around, context);
        if (!found && value.at("command").isList() && arguments.isList() && !container.commandText().contains("\n")) {
            new ShellText(arguments, container.commandText(), around, context).checkAll();
        }
    }

    /** Checks words separately and joined: a script is one word, a command may be spread over many. */
    private static boolean checkWords(ManifestValue words, String around, LintCheckContext context) {
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
     * @param podContext what else its pod is called and runs: it tells what a command is for
     */
    private record ShellText(ManifestValue value, String text, String podContext, LintCheckContext context) {

        boolean checkAll() {
            var quiet = CONTINUED.matcher(COMMENT.matcher(text).replaceAll(ShellText::blankText))
                    .replaceAll(ShellText::blankText);
            boolean found = false;
            for (var nameMistake : context.facts().mistakesOf("commands")) {
                for (var match : findMatches(nameMistake, quiet)) {
                    found = true;
                    var written = text.substring(match.start(), match.end());
                    context.addFinding(RULE, positionOf(match), nameMistake.quoting(shortenedText(written)),
                            correctMatch(match, nameMistake));
                }
            }
            for (var nameMistake : context.facts().mistakesOf("exports")) {
                var matches = findMatches(nameMistake, quiet);
                // Several give each of several processes a device of its own.
                if (matches.size() == 1) {
                    found = true;
                    context.addFinding(nameMistake.right(), positionOf(matches.getFirst()), nameMistake.fact(),
                            removeLine(matches.getFirst()));
                }
            }
            return reportMistakes("handmade", quiet) || found;
        }

        /** Reports mistakes that belong to rules of their own. */
        boolean reportMistakes(String facts, String quiet) {
            boolean found = false;
            for (var nameMistake : context.facts().mistakesOf(facts)) {
                for (var match : findMatches(nameMistake, quiet)) {
                    found = true;
                    context.addFinding(nameMistake.right(), positionOf(match), nameMistake.fact(), Optional.empty());
                }
            }
            return found;
        }

        /** Returns the matches that are found within the time limit. */
        private List<MatchResult> findMatches(NameMistake nameMistake, String quiet) {
            var found = new ArrayList<MatchResult>();
            try {
                nameMistake.wrong().matcher(ReadLimitedCharSequence.of(quiet + "\n;\n" + podContext)).results()
                        .filter(match -> match.end() <= quiet.length()).forEach(found::add);
            } catch (ReadLimitedCharSequence.ReadLimitException | StackOverflowError _) {
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

        private TextPosition positionOf(MatchResult match) {
            if (value.blockStartLine() == 0) {
                return value.position();
            }
            int column = match.start() - text.lastIndexOf('\n', match.start() - 1);
            return new TextPosition(value.blockStartLine() + lineOf(match) - 1,
                    new YamlLiteralBlockEditor(value).indentation() + column);
        }

        private Optional<LintFix> correctMatch(MatchResult match, NameMistake nameMistake) {
            var written = text.substring(match.start(), match.end());
            if (nameMistake.right().isEmpty() || written.contains("\n") || !value.isText()) {
                return Optional.empty();
            }
            var right = match.groupCount() == 0 ? nameMistake.right()
                    : nameMistake.right().replace("$1", match.group(1));
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.command", shortenedText(right)),
                    value.blockStartLine() > 0 ? replaceMatch(match, right)
                            : ManifestSourceEditor.replacePart(value, written, right));
        }

        private List<TextEdit> replaceMatch(MatchResult match, String right) {
            var inner = new YamlLiteralBlockEditor(value);
            int number = lineOf(match);
            int column = match.start() - text.lastIndexOf('\n', match.start() - 1) - 1;
            var line = inner.line(number);
            return inner.replaceLine(number,
                    (line.substring(0, column) + right + line.substring(column + match.end() - match.start())).strip());
        }

        private Optional<LintFix> removeLine(MatchResult match) {
            var inner = new YamlLiteralBlockEditor(value);
            boolean alone = inner.isLiteralBlock() && inner.lineCount() > 1
                    && inner.line(lineOf(match)).strip().equals(match.group().strip());
            if (alone) {
                return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.line"),
                        inner.removeLines(lineOf(match), lineOf(match)));
            }
            return Optional.empty();
        }
    }
}
